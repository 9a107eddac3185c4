// What of a row its input does not bear out.
#pragma once

#include <string>

#include "assay/tasks/reascan/row.h"

namespace assay::reascan {

// Empty when nothing: see Auditor::defect. Throws Error(kInput) when the columns hold no example.
std::string defect_of(const Example& row, const Rows& rows);

}  // namespace assay::reascan
