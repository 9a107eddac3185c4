// Files of gSCAN for others: the authors' document.
#pragma once

#include <vector>

#include "assay/core/format.h"
#include "assay/tasks/gscan/release/release.h"

namespace assay::gscan {

std::vector<Format> gscan_formats(const Settings& settings);

}  // namespace assay::gscan
