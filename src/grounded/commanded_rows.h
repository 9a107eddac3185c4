// The columns that rows of a command in a world begin with.
#pragma once

#include <vector>

#include "assay/core/example.h"

namespace assay::grounded {

// Input, target and command, then those of the task.
Schema commanded_schema(std::vector<Field> own);

}  // namespace assay::grounded
