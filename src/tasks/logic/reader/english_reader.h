// Reads formulas in English: of the sound edition and of the published one.
//
// The sentences are flat: one or two atoms, what joins them, a negation and a quantifier. What an
// atom is in logic depends on all that is said, so reading and building formulas are two steps.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "assay/logic/formula.h"
#include "assay/tasks/logic/reader/text_cursor.h"
#include "assay/tasks/logic/vocabulary/phrases.h"

namespace assay::logic {

// Who or what an atom speaks of, besides places in the list of names.
inline constexpr std::uint8_t kSaidOfVariable = 0xFE;
inline constexpr std::uint8_t kSaidOfNobody = 0xFF;  // impersonal

struct SaidAtom {
  PhraseKind kind = PhraseKind::kImpersonal;
  std::uint8_t words = 0;
  std::uint8_t subject = kSaidOfNobody;
  bool negated = false;
};

struct SaidClause {
  Op quantifier = Op::kNot;  // kNot: there is none
  bool negated = false;      // the compound, inside the quantifier
  Op op = Op::kNot;          // kNot: the first atom alone
  SaidAtom first;
  SaidAtom second;
};

// Reads one clause, without a full stop. False, and the cursor knows why, when there is none.
// `variable` becomes the name of the clause's variable, if it has one.
bool read_clause(TextCursor& cursor, SaidClause& out, std::string& variable);

// How a name with a phrase is read.
enum class NameReading : std::uint8_t {
  // As a proposition, unless the name is also used with another phrase, or the phrase with another
  // name or the variable: then the phrase is a predicate and the name a constant.
  kShortest,
  // Always as a predicate of a constant. What follows is the same, and a proof may go from the one
  // who is rich to someone who is rich though the question says of nobody else that he is rich.
  kAsPredicates
};

// What the symbols of some clauses are.
class Lexicon {
 public:
  void clear();

  // Learns all symbols of the clauses; numbers are in the order of first appearance.
  void learn(std::span<const SaidClause> clauses, NameReading reading);

  // As a formula. Symbols that are new get new numbers; where names are read in the shortest way, a
  // name with a phrase is a proposition if neither was learnt as a constant or a predicate.
  FormulaId build(const SaidClause& clause, FormulaStore& store);

  const Phrases& phrases() const { return phrases_; }

 private:
  FormulaId build(const SaidAtom& atom, FormulaStore& store);
  std::uint32_t predicate_of(const SaidAtom& atom);
  std::uint32_t constant_of(std::uint8_t subject);
  std::uint32_t proposition_of(const SaidAtom& atom);
  bool knows_predicate(const SaidAtom& atom) const;
  bool knows_constant(std::uint8_t subject) const;

  Phrases phrases_;
  NameReading reading_ = NameReading::kShortest;
  std::size_t learnt_predicates_ = 0;
  std::size_t learnt_constants_ = 0;
};

}  // namespace assay::logic
