// English for the clauses of the published LogicInference (appendix C.2).
//
// Each example draws its own phrases: "Mary is happy", "James will make tea", "it is raining".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/logic/published/clause.h"
#include "assay/tasks/logic/published/notation.h"
#include "assay/tasks/logic/published/random.h"

namespace assay::logic::published {

// How an atom is said: as a fact, behind "if", or as a body of a quantifier.
enum class Form : std::uint8_t { kAssertive, kHypothetical, kThen };

// An atom by the names that the example gives to its symbols.
struct NamedAtom {
  Symbol symbol;
  Symbol argument = kNoArgument;

  static constexpr Symbol kNoArgument = make_symbol(Symbol::kNames - 1);
  bool operator==(const NamedAtom&) const = default;
};

// How type 1 writes variables: the quantifier says x, whatever stands in its body.
enum class Quantifiers : bool { kNamed, kCanonical };

class Wording {
 public:
  Wording(const Clauses& clauses, const Naming& naming) : clauses_(clauses), naming_(naming) {}

  // Forgets all phrases.
  void clear();

  // Draws a phrase for an atom, or takes up words of the stream if it has one.
  void draw(const NamedAtom& atom, Twister& random);

  // The atoms are looked at in the canonical case only.
  void set_quantifiers(Quantifiers quantifiers, std::span<const NamedAtom> atoms) {
    canonical_ = quantifiers == Quantifiers::kCanonical;
    atoms_ = atoms;
  }

  // Appends the clause as a part of a sentence, or as a sentence that begins with a capital.
  void append(Clause clause, std::string& out) const;
  void append_sentence(Clause clause, std::string& out) const;

 private:
  enum class Kind : std::uint8_t { kNone, kImpersonal, kPredicate, kAction };
  static constexpr std::uint8_t kNoSubject = 255;

  struct Phrase {
    Kind kind = Kind::kNone;
    std::uint8_t index = 0;
    std::uint8_t subject = kNoSubject;  // of a proposition or a constant
  };

  // What has not been used in this example, in the order of the lists.
  template <std::size_t kSize>
  struct Pool {
    std::array<std::uint8_t, kSize> left;
    std::size_t size;

    void fill();
    std::uint8_t peek(Twister& random) const { return left[random.below(size)]; }
    std::uint8_t take(Twister& random);
  };

  Phrase& phrase(Symbol name);
  const Phrase& phrase_of(Symbol symbol) const { return phrases_[naming_(symbol).code]; }
  Kind draw_kind(const Phrase& phrase, bool applied, Twister& random) const;
  std::uint8_t draw_subject(const NamedAtom& atom, Twister& random);

  void append_clause(Clause clause, Form form, bool negated, std::string& out) const;
  void append_atom(const Node& node, Form form, bool negated, std::string& out) const;
  void append_binary(const Node& node, Form form, bool negated, std::string& out) const;
  void append_exists(const Node& node, std::string& out) const;
  bool append_some(const Node& exists, std::string& out) const;
  std::string_view variable_text(Symbol variable) const;
  std::string_view subject_text(const Node& atom) const;

  const Clauses& clauses_;
  const Naming& naming_;
  bool canonical_ = false;
  std::span<const NamedAtom> atoms_;
  std::vector<Phrase> phrases_;  // by name
  std::vector<Symbol> drawn_;
  Pool<20> subjects_;
  Pool<30> predicates_;
  Pool<15> actions_;
  Pool<8> impersonals_;
};

}  // namespace assay::logic::published
