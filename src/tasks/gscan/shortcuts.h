// What can be had in gSCAN without understanding a command.
#pragma once

#include <vector>

#include "assay/core/abilities.h"

namespace assay::gscan {

std::vector<Shortcut> gscan_shortcuts();

}  // namespace assay::gscan
