// Says the solver's formulas in English, in the words of a question that was read.
#pragma once

#include <string>

#include "assay/logic/formula.h"
#include "assay/tasks/logic/vocabulary/phrases.h"

namespace assay::logic {

// Operands must be literals.
std::string spoken(const FormulaStore& store, FormulaId id, const Phrases& phrases,
                   const std::string& variable);

}  // namespace assay::logic
