// What stands for a rule in keys of compounds: a hash of its name, so that keys do not depend on
// the numbers of rules.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/base/hash.h"
#include "assay/core/rule_graph.h"

namespace assay {

// By number of the rule.
inline std::vector<std::uint64_t> hashes_of(const RuleTable& rules) {
  std::vector<std::uint64_t> hashes;
  for (RuleId rule = 0; rule < rules.size(); ++rule) hashes.push_back(hash64(rules.name(rule)));
  return hashes;
}

}  // namespace assay
