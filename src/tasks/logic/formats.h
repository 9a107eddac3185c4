// Files of LogicInference for others: a table for T5, and the records of the release.
#pragma once

#include <vector>

#include "assay/core/format.h"

namespace assay::logic {

std::vector<Format> logic_formats();

}  // namespace assay::logic
