// gSCAN explained to whoever is to answer it.
#pragma once

#include "assay/core/abilities.h"
#include "assay/tasks/gscan/release/release.h"

namespace assay::gscan {

Instructions gscan_instructions(const Settings& settings);

}  // namespace assay::gscan
