// Chains of steps from premises to a conclusion.
#pragma once

#include <span>
#include <vector>

#include "assay/inference/rule_application.h"
#include "assay/logic/formula.h"

namespace assay::logic {

// Steps in an order in which each finds its premises among what is given or was concluded before.
struct Proof {
  FormulaId conclusion = kNoFormula;
  std::vector<Step> steps;  // none when the conclusion is given
};

// The steps that the conclusion needs, in their order: none concludes what is known already, and
// each is used. The steps given must lead to the conclusion.
Proof shorten(std::span<const FormulaId> given, std::span<const Step> steps, FormulaId conclusion);

}  // namespace assay::logic
