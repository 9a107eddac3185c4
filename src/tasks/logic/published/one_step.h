// All that follows from a problem's premises in one step (types 2a and 2b).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/tasks/logic/published/notation.h"
#include "assay/tasks/logic/published/problems.h"

namespace assay::logic::published {

// A rule applied to premises of a problem. It does not depend on their order or on names, so it is
// found once for all examples of a problem.
struct Match {
  std::uint8_t rule = 0;
  std::uint8_t size = 0;
  std::array<std::uint8_t, 3> premises{};  // which premise of the problem each of the rule's is
  std::vector<Clause> inferences;
  std::vector<Clause> atoms;   // of the rule so applied, also those that no inference shows
  std::vector<Clause> values;  // if a functor was invented: clauses that must differ once renamed
};

// The rules as they are asked for: their own symbols marked kFromRule, so that x in an answer is
// not a problem's x. Without rules that add something new.
struct AskedRules {
  std::vector<Rule> rules;            // of the 66, in their order
  std::vector<std::uint8_t> numbers;  // among the 66
};
AskedRules make_asked_rules(Clauses& clauses, const std::vector<Rule>& rules);

std::vector<Match> find_matches(Clauses& clauses, const AskedRules& asked, const Problem& problem);

// The matches of a problem in the order of an example that shows its premises in this order under
// these names; by rule, then by premises. Overwrites `shown`.
void show_matches(const Clauses& clauses, std::span<const Match> matches,
                  std::span<const std::uint8_t> order, const Naming& naming,
                  std::vector<const Match*>& shown);

}  // namespace assay::logic::published
