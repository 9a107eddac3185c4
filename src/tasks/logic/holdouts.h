// The split of LogicInference: the two halves of the release.
#pragma once

#include <vector>

#include "assay/core/holdout.h"
#include "assay/core/params.h"

namespace assay::logic {

std::vector<Holdout> logic_holdouts(const Params& params);

}  // namespace assay::logic
