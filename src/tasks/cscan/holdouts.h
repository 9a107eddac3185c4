// The split of Conceptual SCAN: contexts that training never saw.
#pragma once

#include <vector>

#include "assay/core/holdout.h"
#include "assay/tasks/cscan/source.h"

namespace assay::cscan {

std::vector<Holdout> cscan_holdouts(const SourceSettings& settings);

}  // namespace assay::cscan
