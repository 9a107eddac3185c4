// Rules of how a target that was found is gone to and handled: a part of rule graphs.
#pragma once

#include <array>
#include <span>

#include "assay/core/rule_graph.h"
#include "assay/movement/movement.h"
#include "assay/world/world.h"

namespace assay::grounded {

class DeedDerivations {
 public:
  DeedDerivations() = default;
  // Adds its rules to the table; those of manners, and of what verbs do to things, in this order.
  DeedDerivations(RuleTable& table, std::span<const world::Manner> manners,
                  std::span<const world::Verb> handlings);

  // The target lies somewhere, is gone to in a manner, and handled unless the verb is to walk.
  NodeId write(NodeId found, const world::Thing& target, world::Cell agent, world::Verb verb,
               world::Manner manner, RuleGraph& out) const;

 private:
  std::array<std::array<RuleId, 3>, 3> bearings_{};  // by the signs of rows and columns
  std::array<RuleId, 5> goings_{};
  std::array<std::array<RuleId, 2>, 3> handlings_{};  // by verb and weight
};

}  // namespace assay::grounded
