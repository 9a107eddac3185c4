// Files of CFQ for others: questions, queries and tokens as the authors' preprocessing writes them.
#pragma once

#include <vector>

#include "assay/core/format.h"

namespace assay::cfq {

std::vector<Format> cfq_formats();

}  // namespace assay::cfq
