// The compositional sets of ReaSCAN as holdouts; splits.h says what each of them holds out.
#pragma once

#include <vector>

#include "assay/core/holdout.h"
#include "assay/tasks/reascan/row.h"

namespace assay::reascan {

// They refer to the rows.
std::vector<Holdout> reascan_holdouts(const Rows& rows);

}  // namespace assay::reascan
