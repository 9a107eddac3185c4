// What can be had in Conceptual SCAN without the context, or with its beginning.
#pragma once

#include <vector>

#include "assay/core/abilities.h"
#include "assay/tasks/cscan/solver/solver.h"

namespace assay::cscan {

// The solver must outlive them.
std::vector<Shortcut> cscan_shortcuts(const Solver& solver);

}  // namespace assay::cscan
