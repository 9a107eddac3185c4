// Formulas as the solver sees them: a scope, and one or two literals that are joined.
//
// All formulas of LogicInference are of this shape, and so is everything its rules conclude.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/logic/formula.h"

namespace assay::logic {

// Twice the number of an atom, and one more when it is negated.
using Literal = std::uint32_t;
inline Literal opposite(Literal literal) { return literal ^ 1U; }
inline constexpr std::uint32_t kMostAtoms = 32;  // so that a set of literals is one word
inline constexpr std::size_t kMostLiterals = 64;
using Literals = std::uint64_t;
inline Literals only(Literal literal) { return Literals{1} << literal; }

enum class Scope : std::uint8_t { kGround, kAll, kSome };
enum class Join : std::uint8_t { kAlone, kIf, kIff, kBoth, kEither };

struct Sentence {
  Scope scope = Scope::kGround;
  Join join = Join::kAlone;
  bool denied = false;  // the two literals as they are joined, inside the quantifier
  Literal first = 0;
  Literal second = 0;
  friend bool operator==(const Sentence&, const Sentence&) = default;
};

// The negation.
Sentence denial(Sentence sentence);

// The atoms of one question: the general ones, predicates that are said of all or some, and the
// ground ones, said of constants or of nothing.
class Universe {
 public:
  explicit Universe(FormulaStore& store) : store_(store) {}

  // Throws Error(kInput) when the formula is of another shape, or has one atom too many.
  Sentence sentence_of(FormulaId id);
  FormulaId formula_of(const Sentence& sentence);

  std::uint32_t ground_atoms() const { return static_cast<std::uint32_t>(ground_.size()); }
  std::uint32_t general_atoms() const { return static_cast<std::uint32_t>(general_.size()); }
  std::uint32_t constants() const { return constants_; }
  std::uint32_t atoms(Scope scope) const {
    return scope == Scope::kGround ? ground_atoms() : general_atoms();
  }
  std::uint32_t predicate_of(std::uint32_t general) const { return general_[general]; }
  // The general atom of a ground one's predicate; kNone when there is none.
  std::uint32_t general_of(std::uint32_t ground) const;
  // Likewise, with a new one if need be.
  std::uint32_t generalize(std::uint32_t ground);
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  const Formula& ground_atom(std::uint32_t number) const { return ground_[number]; }

 private:
  Literal literal_of(FormulaId id, Scope scope);
  std::uint32_t general_number(std::uint32_t predicate);
  void check_size() const;
  FormulaId formula_of(Literal literal, Scope scope);

  FormulaStore& store_;
  std::vector<Formula> ground_;
  std::vector<std::uint32_t> general_;  // numbers of predicates
  std::uint32_t constants_ = 0;
};

// Whether sentences can be true together: in 2-clauses, closed under implication.
class Consistency {
 public:
  explicit Consistency(const Universe& universe) : universe_(universe) {}

  bool consistent(std::span<const Sentence> sentences) const;
  bool contradict(const Sentence& first, const Sentence& second) const;

 private:
  const Universe& universe_;
};

}  // namespace assay::logic
