#include "assay/tasks/logic/published/contradiction.h"

#include <algorithm>

#include "assay/tasks/logic/published/matcher.h"

namespace assay::logic::published {
namespace {

bool contains(std::span<const Clause> pool, Clause clause) {
  return std::find(pool.begin(), pool.end(), clause) != pool.end();
}

// A body without its sign, known by its head alone: the functor or the operator.
struct Head {
  bool negated;
  Op op;
  std::uint32_t symbol;

  bool opposes(const Head& other) const {
    return negated != other.negated && op == other.op && symbol == other.symbol;
  }
};

// Quirk: arguments and operands are not looked at.
Head head_of(const Clauses& clauses, Clause clause) {
  const Node& whole = clauses[clause];
  const bool negated = whole.op == Op::kNot;
  const Node& node = negated ? clauses[whole.left()] : whole;
  const bool named = node.op == Op::kAtom || node.op == Op::kApplied;
  return {negated, node.op, named ? node.symbol().code : 0};
}

bool opposed_universal(const Clauses& clauses, std::span<const Clause> pool, Clause universal) {
  const Head head = head_of(clauses, clauses[universal].right());
  for (const Clause other : pool) {
    const Node& node = clauses[other];
    if (head.opposes(head_of(clauses, node.op == Op::kForall ? node.right() : other))) return true;
  }
  return false;
}

// Quirk: each premise takes the first clause that fits; an earlier choice is never undone.
bool match_greedily(Clauses& clauses, const Rule& rule, std::span<const Clause> pool,
                    std::uint32_t counter, Bindings& bindings) {
  for (const Clause premise : rule.premises) {
    const bool found = std::any_of(pool.begin(), pool.end(), [&](Clause clause) {
      return match(clauses, premise, clause, counter, Invention::kOn, bindings);
    });
    if (!found) return false;
  }
  return true;
}

bool contradicted_by_rule(Clauses& clauses, const Rule& rule, std::span<const Clause> pool,
                          std::uint32_t counter, Bindings& bindings) {
  bindings.shrink(0);
  if (!match_greedily(clauses, rule, pool, counter, bindings)) return false;
  for (const Clause contradiction : rule.contradictions) {
    if (contains(pool, substitute(clauses, contradiction, bindings))) return true;
  }
  return false;
}

}  // namespace

bool directly_contradictory(Clauses& clauses, std::span<const Clause> pool) {
  for (const Clause clause : pool) {
    const Node node = clauses[clause];
    if (node.op == Op::kNot && contains(pool, node.left())) return true;
    if (node.op == Op::kForall && opposed_universal(clauses, pool, clause)) return true;
  }
  return false;
}

bool looks_contradictory(Workshop& workshop, const Problem& problem) {
  std::vector<Clause> pool = problem.premises;
  for (const Chain& chain : problem.inferences) {
    for (const Step& step : chain.steps) {
      for (const Clause premise : step.premises()) {
        if (!contains(pool, premise)) pool.push_back(premise);
      }
    }
  }
  if (directly_contradictory(workshop.clauses, pool)) return true;
  Bindings bindings;
  for (const Rule& rule : workshop.starred_rules) {
    if (contradicted_by_rule(workshop.clauses, rule, pool, workshop.counter, bindings)) return true;
  }
  return false;
}

}  // namespace assay::logic::published
