// The parameters of the task.
#pragma once

#include <vector>

#include "assay/core/params.h"
#include "assay/core/task.h"
#include "assay/tasks/cscan/source.h"

namespace assay::cscan {

std::vector<ParamSpec> param_specs();

// Commands alone. Ever more of them rest on induction; then the larger rule space.
std::vector<DifficultyLevel> difficulty_levels();
// Those that say which rows there are, but for the rule space. Throws Error(kUsage).
SourceSettings settings_from(const Params& params);

}  // namespace assay::cscan
