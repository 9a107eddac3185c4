// Rules that are held to be true, and what phrases become by them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "assay/tasks/cscan/solver/terms.h"

namespace assay::cscan::solving {

class Knowledge {
 public:
  // A rule that is there already is not added again.
  void add(const Rule& rule);

  const std::vector<Rule>& rules() const { return rules_; }
  std::span<const std::size_t> rules_with_root(ProductionId production) const {
    return by_root_[production];
  }

  // Every value that the rules give a phrase: cover it with left sides, each hanging on a variable
  // of the one above, and put the outputs together. A variable that an output leaves out takes any
  // phrase. Without a value it is unknown; with two, the rules contradict each other.
  std::vector<Output> values(const Term& phrase) const;

 private:
  std::vector<Rule> rules_;
  std::array<std::vector<std::size_t>, kMostProductions> by_root_;
};

}  // namespace assay::cscan::solving
