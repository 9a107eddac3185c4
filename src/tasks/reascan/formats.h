// Files of ReaSCAN for others: the authors' document, and numbers for models.
#pragma once

#include <vector>

#include "assay/core/format.h"
#include "assay/tasks/reascan/row.h"

namespace assay::reascan {

// They refer to the rows.
std::vector<Format> reascan_formats(const Rows& rows);

}  // namespace assay::reascan
