#include "assay/inference/decision.h"

#include <algorithm>
#include <array>
#include <bit>

#include "assay/base/error.h"

namespace assay::logic {

namespace {

template <typename T>
void add_once(std::vector<T>& values, const T& value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

template <std::size_t Words>
struct Bits {
  std::array<std::uint64_t, Words> words{};
  void set(std::uint32_t i) { words[i / 64] |= 1ULL << (i % 64); }
};

// Clauses as sets of variables, solved by trying values and following what they force.
template <std::size_t Words>
class ClauseSolver {
 public:
  void add(std::span<const std::int32_t> literals) {
    Clause clause;
    for (const auto literal : literals) {
      if (literal > 0) {
        clause.plain.set(static_cast<std::uint32_t>(literal - 1));
      } else {
        clause.negated.set(static_cast<std::uint32_t>(-literal - 1));
      }
    }
    clauses_.push_back(clause);
  }
  void reserve(std::size_t clauses) { clauses_.reserve(clauses); }
  bool satisfiable() const { return search({}, {}); }

 private:
  struct Clause {
    Bits<Words> plain;
    Bits<Words> negated;
  };
  enum class State { kTrue, kFalse, kForces, kOpen };

  static State look(const Clause& clause, const Bits<Words>& yes, const Bits<Words>& no,
                    std::uint32_t& free) {
    int count = 0;
    for (std::size_t w = 0; w < Words; ++w) {
      const std::uint64_t plain = clause.plain.words[w];
      const std::uint64_t negated = clause.negated.words[w];
      if (((plain & yes.words[w]) | (negated & no.words[w])) != 0) return State::kTrue;
      const std::uint64_t open = (plain | negated) & ~(yes.words[w] | no.words[w]);
      if (open == 0) continue;
      count += std::popcount(open);
      free =
          static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(open));
    }
    if (count == 0) return State::kFalse;
    return count == 1 ? State::kForces : State::kOpen;
  }

  bool search(Bits<Words> yes, Bits<Words> no) const {
    std::uint32_t branch = 0;
    for (bool again = true; again;) {
      again = false;
      bool open = false;
      for (const Clause& clause : clauses_) {
        std::uint32_t free = 0;
        const State state = look(clause, yes, no, free);
        if (state == State::kFalse) return false;
        if (state == State::kForces) {
          const bool plain = (clause.plain.words[free / 64] >> (free % 64) & 1U) != 0;
          (plain ? yes : no).set(free);
          again = true;
        } else if (state == State::kOpen) {
          open = true;
          branch = free;
        }
      }
      if (!open && !again) return true;
    }
    Bits<Words> tried = yes;
    tried.set(branch);
    if (search(tried, no)) return true;
    no.set(branch);
    return search(yes, no);
  }

  std::vector<Clause> clauses_;
};

}  // namespace

bool Decider::satisfiable(const FormulaStore& store, std::span<const FormulaId> formulas) {
  store_ = &store;
  demands_.clear();
  for (const FormulaId id : formulas) demands_.push_back({id, true});
  return decide();
}

bool Decider::entails(const FormulaStore& store, std::span<const FormulaId> premises,
                      FormulaId conclusion) {
  store_ = &store;
  demands_.clear();
  for (const FormulaId id : premises) demands_.push_back({id, true});
  demands_.push_back({conclusion, false});
  return !decide();
}

Standing Decider::standing(const FormulaStore& store, std::span<const FormulaId> premises,
                           FormulaId asked) {
  const bool entailed = entails(store, premises, asked);
  demands_.back().truth = true;
  const bool possible = decide();
  if (entailed) return possible ? Standing::kEntailed : Standing::kContradictory;
  return possible ? Standing::kOpen : Standing::kRefuted;
}

bool Decider::decide() {
  sort_demands();
  if (shared_.size() > kMostShared) {
    fail(ErrorKind::kUnsupported, "more than {} propositions and constants under quantifiers",
         kMostShared);
  }
  // Parts that share atoms are decided together: once for each truth these can have.
  for (shared_truth_ = 0; shared_truth_ < (1U << shared_.size()); ++shared_truth_) {
    if (decide_parts()) return true;
  }
  return false;
}

void Decider::sort_demands() {
  universal_.clear();
  existential_.clear();
  ground_.clear();
  constants_.clear();
  shared_.clear();
  for (Demand demand : demands_) {
    while ((*store_)[demand.id].op == Op::kNot) {
      demand = {(*store_)[demand.id].first, !demand.truth};
    }
    const Formula formula = (*store_)[demand.id];
    const bool quantified = is_quantifier(formula.op);
    if (quantified) {
      const bool universal = (formula.op == Op::kForAll) == demand.truth;
      (universal ? universal_ : existential_).push_back({formula.first, demand.truth});
    } else {
      ground_.push_back(demand);
    }
    note_atoms(quantified ? formula.first : demand.id, quantified);
  }
}

// Remembers what an unquantified formula or the body of a quantified one speaks of.
void Decider::note_atoms(FormulaId id, bool in_body) {
  const Formula formula = (*store_)[id];
  if (is_quantifier(formula.op)) {
    fail(ErrorKind::kUnsupported, "a quantifier stands inside of another formula");
  }
  if (formula.op > Op::kPredicate) {
    note_atoms(formula.first, in_body);
    if (is_binary(formula.op)) note_atoms(formula.second, in_body);
    return;
  }
  const Atom atom = atom_of(formula, kVariable);
  const bool of_variable = atom.op == Op::kPredicate && atom.argument == kVariable;
  if (of_variable && !in_body) {
    fail(ErrorKind::kUnsupported, "a variable stands outside of its quantifier");
  }
  if (of_variable) return;
  if (atom.op == Op::kPredicate) add_once(constants_, atom.argument);
  if (in_body) add_once(shared_, atom);
}

bool Decider::decide_parts() {
  for (const Demand& demand : existential_) {
    begin_question();
    demand_clauses(demand, kVariable);
    demand_universal(kVariable);
    if (!solve()) return false;
  }
  begin_question();
  for (const Demand& demand : ground_) demand_clauses(demand, kVariable);
  for (const Argument about : constants_) demand_universal(about);
  // There is always something to speak of.
  if (existential_.empty() && constants_.empty()) demand_universal(kVariable);
  return solve();
}

void Decider::begin_question() {
  atoms_.clear();
  literals_.clear();
  begins_.assign(1, 0);
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    const auto variable = static_cast<std::int32_t>(variable_of(shared_[i])) + 1;
    literals_.push_back((shared_truth_ >> i & 1U) != 0 ? variable : -variable);
    begins_.push_back(static_cast<std::uint32_t>(literals_.size()));
  }
}

Decider::Atom Decider::atom_of(const Formula& formula, Argument about) const {
  if (formula.op == Op::kProposition) return {formula.op, formula.first, kVariable};
  return {formula.op, formula.first, formula.second == kVariable ? about : formula.second};
}

std::uint32_t Decider::variable_of(const Atom& atom) {
  const auto at = std::find(atoms_.begin(), atoms_.end(), atom);
  const auto number = static_cast<std::uint32_t>(at - atoms_.begin());
  if (at == atoms_.end()) {
    if (atoms_.size() == kMostVariables) {
      fail(ErrorKind::kUnsupported, "more than {} atoms in one question", kMostVariables);
    }
    atoms_.push_back(atom);
  }
  return number;
}

void Decider::demand_universal(Argument about) {
  for (const Demand& demand : universal_) demand_clauses(demand, about);
}

// One clause for each way to give the formula the wrong truth.
void Decider::demand_clauses(Demand demand, Argument about) {
  formula_atoms_.clear();
  store_->visit_atoms(demand.id, [&](const Formula& formula) {
    add_once(formula_atoms_, atom_of(formula, about));
  });
  const std::size_t count = formula_atoms_.size();
  if (count > kMostAtoms) {
    fail(ErrorKind::kUnsupported, "more than {} atoms in one formula", kMostAtoms);
  }
  std::array<std::int32_t, kMostAtoms> variables{};
  for (std::size_t i = 0; i < count; ++i) {
    variables[i] = static_cast<std::int32_t>(variable_of(formula_atoms_[i])) + 1;
  }
  for (std::uint32_t assignment = 0; assignment < (1U << count); ++assignment) {
    if (truth_of(demand.id, assignment, about) == demand.truth) continue;
    for (std::size_t i = 0; i < count; ++i) {
      literals_.push_back((assignment >> i & 1U) != 0 ? -variables[i] : variables[i]);
    }
    begins_.push_back(static_cast<std::uint32_t>(literals_.size()));
  }
}

bool Decider::truth_of(FormulaId id, std::uint32_t assignment, Argument about) const {
  const Formula formula = (*store_)[id];
  switch (formula.op) {
    case Op::kProposition:
    case Op::kPredicate: {
      const auto at =
          std::find(formula_atoms_.begin(), formula_atoms_.end(), atom_of(formula, about));
      return (assignment >> (at - formula_atoms_.begin()) & 1U) != 0;
    }
    case Op::kNot:
      return !truth_of(formula.first, assignment, about);
    default:
      break;
  }
  const bool first = truth_of(formula.first, assignment, about);
  const bool second = truth_of(formula.second, assignment, about);
  switch (formula.op) {
    case Op::kImplies:
      return !first || second;
    case Op::kIff:
      return first == second;
    case Op::kAnd:
      return first && second;
    default:
      return first || second;
  }
}

bool Decider::solve() const {
  return atoms_.size() <= 64 ? solve_in<1>() : solve_in<kMostVariables / 64>();
}

template <std::size_t Words>
bool Decider::solve_in() const {
  ClauseSolver<Words> solver;
  solver.reserve(begins_.size());
  for (std::size_t i = 0; i + 1 < begins_.size(); ++i) {
    solver.add(std::span(literals_).subspan(begins_[i], begins_[i + 1] - begins_[i]));
  }
  return solver.satisfiable();
}

}  // namespace assay::logic
