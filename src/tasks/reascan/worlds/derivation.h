// The rule graph of an example: how the command is built, and what its words come to in the world.
#pragma once

#include <array>

#include "assay/core/rule_graph.h"
#include "assay/grounded/deed_derivations.h"
#include "assay/movement/movement.h"
#include "assay/tasks/reascan/worlds/object_derivations.h"

namespace assay::reascan {

class Derivations {
 public:
  Derivations();

  const RuleTable& rules() const { return table_; }

  // Overwrites `out`. Grammar rules make the command. Beside them, each thing is found by what is
  // said of it and by what it is related to; the target then lies somewhere, is gone to and
  // handled.
  void write(const Structure& structure, world::Verb verb, world::Manner manner,
             const world::World& world, RuleGraph& out) const;

 private:
  RuleTable table_;
  ObjectDerivations objects_;
  RuleId root_ = 0;
  RuleId with_adverb_ = 0;
  RuleId intransitive_ = 0;
  RuleId transitive_ = 0;
  RuleId join_ = 0;
  // Words, then what they come to; by the number of what they stand for.
  std::array<RuleId, 3> verbs_{};
  std::array<RuleId, 5> adverbs_{};
  std::array<RuleId, world::kLargestSize + 1> sizes_{};
  grounded::DeedDerivations deeds_;
};

}  // namespace assay::reascan
