// The rule graph of a puzzle: how its rule is said, and what its words come to.
#pragma once

#include <array>

#include "assay/core/rule_graph.h"
#include "assay/tasks/arc/puzzles/operation.h"
#include "assay/tasks/reascan/worlds/object_derivations.h"

namespace assay::arc {

class Derivations {
 public:
  Derivations();

  const RuleTable& rules() const { return table_; }

  // Overwrites `out`. Grammar rules make the words of the rule. Beside them, each thing is found by
  // what is said of it and by what it is related to; then the operation is done to the first.
  void write(const reascan::Structure& structure, const Operation& operation, RuleGraph& out) const;

 private:
  NodeId write_operation(const Operation& operation, RuleGraph& out) const;

  RuleTable table_;
  reascan::ObjectDerivations objects_;
  RuleId root_ = 0;
  RuleId draw_ = 0;
  RuleId change_ = 0;
  RuleId remove_ = 0;
  RuleId both_ = 0;
  RuleId join_ = 0;
  // Words, then what they come to; by the number of what they stand for.
  std::array<RuleId, world::kColours> colour_words_{};
  std::array<RuleId, world::kShapes> shape_words_{};
  std::array<RuleId, world::kColours> drawn_{};
  std::array<RuleId, world::kShapes> changed_{};
  RuleId removed_ = 0;
};

}  // namespace assay::arc
