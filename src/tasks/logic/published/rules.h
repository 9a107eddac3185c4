// The 66 inference rules of the published LogicInference (appendix A), in the order of its draws.
//
// 17 are propositional, two are written with quantifiers. From each propositional rule come one
// universal rule and, for each premise, one existential rule in which that premise says "exists".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/tasks/logic/published/clause.h"

namespace assay::logic::published {

inline constexpr std::size_t kPropositionalRules = 17;

struct Rule {
  std::string name;
  std::vector<Clause> premises;
  std::vector<Clause> inferences;
  std::vector<Clause> contradictions;
  std::vector<Clause> unrelated;
  std::vector<Clause> atoms;  // in the order in which they are renamed and put into words
};

std::vector<Rule> make_rules(Clauses& clauses);

// The rule with this suffix on every symbol.
Rule with_suffix(Clauses& clauses, const Rule& rule, std::uint32_t suffix);

}  // namespace assay::logic::published
