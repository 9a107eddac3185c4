#include "assay/inference/proof.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay::logic {

Proof shorten(std::span<const FormulaId> given, std::span<const Step> steps, FormulaId conclusion) {
  const auto has = [](std::span<const FormulaId> formulas, FormulaId id) {
    return std::find(formulas.begin(), formulas.end(), id) != formulas.end();
  };
  std::vector<FormulaId> known(given.begin(), given.end());
  Proof proof{conclusion, {}};
  for (const Step& step : steps) {
    if (has(known, conclusion)) break;
    if (has(known, step.conclusion)) continue;
    known.push_back(step.conclusion);
    proof.steps.push_back(step);
  }
  ASSAY_CHECK(has(known, conclusion));
  std::vector<FormulaId> needed{conclusion};
  for (std::size_t i = proof.steps.size(); i-- > 0;) {
    Step& step = proof.steps[i];
    if (has(needed, step.conclusion)) {
      needed.insert(needed.end(), step.used().begin(), step.used().end());
    } else {
      step.conclusion = kNoFormula;
    }
  }
  std::erase_if(proof.steps, [](const Step& step) { return step.conclusion == kNoFormula; });
  return proof;
}

}  // namespace assay::logic
