// The parameters of the task.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/core/params.h"
#include "assay/core/task.h"
#include "assay/tasks/logic/published/edition.h"
#include "assay/tasks/logic/source.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

std::vector<ParamSpec> param_specs();

// A proof with so many extensions.
std::vector<DifficultyLevel> difficulty_levels();

bool is_published(const Params& params);
AnswerPlace answer_place(const Params& params);
// What an edition is made with. Throw Error(kUsage) for parameters, or a seed, that it cannot take.
SoundSettings sound_settings(const Params& params);
published::Settings published_settings(const Params& params, std::uint64_t seed);

}  // namespace assay::logic
