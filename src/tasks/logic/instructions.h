// LogicInference explained to whoever is to answer it.
#pragma once

#include "assay/core/abilities.h"
#include "assay/inference/inference_rules.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

// Both editions ask the same; answers that follow these rules are right in both. The release has
// further forms of answers, which are told for the published one.
Instructions logic_instructions(const RuleBook& book, AnswerPlace place, bool published);

}  // namespace assay::logic
