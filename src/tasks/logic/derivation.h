// The rule graph of a question: how its premises are worded, the inference rules of its answer, the
// kind of answer, and the type of the question as the root.
#pragma once

#include "assay/core/rule_graph.h"
#include "assay/inference/inference_rules.h"
#include "assay/tasks/logic/sound/wording.h"

namespace assay::logic {

class Derivations {
 public:
  explicit Derivations(const RuleBook& book);

  const RuleTable& rules() const { return table_; }

  // Overwrites `out`. A step comes after what its premises come from; all that no step uses goes to
  // the root.
  void write(const FormulaStore& store, const Question& question, const Answer& answer,
             RuleGraph& out) const;

 private:
  static constexpr std::size_t kShapes = 30;

  RuleId wording(const FormulaStore& store, FormulaId id, bool english) const;

  RuleTable table_;
  RuleId first_inference_ = 0;
  RuleId first_outcome_ = 0;
  RuleId first_type_ = 0;
  RuleId first_written_ = 0;  // in notation
  RuleId first_said_ = 0;     // in English
};

}  // namespace assay::logic
