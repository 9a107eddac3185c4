// ReaSCAN explained to whoever is to answer it.
#pragma once

#include "assay/core/abilities.h"
#include "assay/tasks/reascan/worlds/benchmark.h"

namespace assay::reascan {

Instructions reascan_instructions(const Settings& settings);

}  // namespace assay::reascan
