// What can be had in LogicInference without reading all premises.
#pragma once

#include <vector>

#include "assay/core/abilities.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

std::vector<Shortcut> logic_shortcuts(AnswerPlace place);

}  // namespace assay::logic
