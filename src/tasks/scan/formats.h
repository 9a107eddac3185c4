// Files of SCAN for others: the authors' lines, and the objects of the TensorFlow catalog.
#pragma once

#include <vector>

#include "assay/core/format.h"

namespace assay::scan {

std::vector<Format> scan_formats();

}  // namespace assay::scan
