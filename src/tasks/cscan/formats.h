// Files of Conceptual SCAN for others: inputs and targets as sequence models take them.
#pragma once

#include <vector>

#include "assay/core/format.h"

namespace assay::cscan {

std::vector<Format> cscan_formats();

}  // namespace assay::cscan
