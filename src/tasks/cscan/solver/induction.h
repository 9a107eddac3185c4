// Which rules of the basis a context makes plausible.
//
// A set of rules, at most one for each production that has no explicit rule, is admissible if
// nothing in the context has another value by it and the explicit rules of the basis, and each of
// its rules is used in at least four different things of the context whose values come out right.
// The largest such set is induced. Of several, the one that explains most; then the one whose
// right sides spell out the fewest actions, leave the fewest variables out and are the shortest;
// then, production by production in the order of the space, the smaller right side.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "assay/tasks/cscan/solver/terms.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan::solving {

struct InducedRule {
  ProductionId production = 0;
  Output output;
  std::size_t support = 0;  // things of the context that use it
};

// In the order of productions.
std::vector<InducedRule> induce(const RuleSpace& space, std::span<const Rule> context);

// The rule as it joins what is known.
Rule basis_rule(const RuleSpace& space, ProductionId production, Output output);

}  // namespace assay::cscan::solving
