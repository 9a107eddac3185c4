// The held-out sets of the release as predicates on rows.
#pragma once

#include <vector>

#include "assay/core/holdout.h"
#include "assay/tasks/gscan/release/commands.h"

namespace assay::gscan {

std::vector<Holdout> gscan_holdouts(Grammar grammar);

}  // namespace assay::gscan
