// The exact answer to "can these formulas be true together?", and so to "does this follow?".
//
// For propositional logic and monadic logic with one variable, constants and quantifiers that stand
// outermost (under ~ at most). Things differ only in which predicates hold of them, and universal
// formulas say the same of each, so the question falls apart into small propositional ones: one
// for each existential formula (its witness), and one for the propositions and constants together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/logic/formula.h"

namespace assay::logic {

enum class Standing {
  kEntailed,      // the premises imply it
  kRefuted,       // they imply its negation
  kOpen,          // neither
  kContradictory  // the premises cannot be true, so they imply everything
};

// Reuses its memory; one for each thread.
class Decider {
 public:
  // Throws Error(kUnsupported) for formulas outside the fragment, or with more than kMostAtoms
  // atoms in one formula, kMostShared without the variable under quantifiers, or kMostVariables in
  // one question.
  bool satisfiable(const FormulaStore& store, std::span<const FormulaId> formulas);

  // Whether `conclusion` is true whenever all premises are.
  bool entails(const FormulaStore& store, std::span<const FormulaId> premises,
               FormulaId conclusion);

  Standing standing(const FormulaStore& store, std::span<const FormulaId> premises,
                    FormulaId asked);

  static constexpr std::size_t kMostAtoms = 12;
  static constexpr std::size_t kMostShared = 16;
  static constexpr std::size_t kMostVariables = 256;

 private:
  // A formula with the truth it must have.
  struct Demand {
    FormulaId id = kNoFormula;
    bool truth = true;
  };
  // An atom of a question: a proposition, or a predicate of something.
  struct Atom {
    Op op = Op::kProposition;
    std::uint32_t number = 0;
    Argument argument = kVariable;
    friend bool operator==(const Atom&, const Atom&) = default;
  };

  bool decide();
  bool decide_parts();
  void sort_demands();
  void note_atoms(FormulaId id, bool in_body);
  void begin_question();
  void demand_clauses(Demand demand, Argument about);
  void demand_universal(Argument about);
  bool truth_of(FormulaId id, std::uint32_t assignment, Argument about) const;
  Atom atom_of(const Formula& formula, Argument about) const;
  std::uint32_t variable_of(const Atom& atom);
  bool solve() const;
  template <std::size_t Words>
  bool solve_in() const;

  const FormulaStore* store_ = nullptr;
  std::vector<Demand> demands_;
  std::vector<Demand> universal_;    // bodies that hold of everything
  std::vector<Demand> existential_;  // bodies that hold of something
  std::vector<Demand> ground_;
  std::vector<Argument> constants_;
  std::vector<Atom> shared_;  // atoms in bodies that do not speak of the variable
  std::uint32_t shared_truth_ = 0;
  std::vector<Atom> atoms_;          // of the question, by variable
  std::vector<Atom> formula_atoms_;  // of the formula at hand
  std::vector<std::int32_t> literals_;
  std::vector<std::uint32_t> begins_;  // of clauses
};

}  // namespace assay::logic
