// Answers questions of LogicInference from their text alone: a second witness for the generator,
// with which it shares formulas and vocabulary but no rule, no decision and no wording.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

// The whole answer. A chain is a shortest or nearly shortest one. Of more premises than `premises`
// only the first are read. Throws Error(kInput) when the text is no question, has too many atoms,
// or when what follows cannot be shown by the rules.
std::string solve(std::string_view input, AnswerPlace place,
                  std::size_t premises = std::numeric_limits<std::size_t>::max());

}  // namespace assay::logic
