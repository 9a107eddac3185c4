// What can be had in ReaSCAN without understanding a command.
#pragma once

#include <vector>

#include "assay/core/abilities.h"
#include "assay/tasks/reascan/worlds/benchmark.h"

namespace assay::reascan {

std::vector<Shortcut> reascan_shortcuts(Edition edition);

}  // namespace assay::reascan
