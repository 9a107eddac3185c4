// Shortcuts that all tasks have whose answers are actions.
#pragma once

#include <vector>

#include "assay/core/abilities.h"

namespace assay::grounded {

// The command without its world, and the random baseline of ReaSCAN (Wu et al. 2021, section 6):
// actions drawn with equal chances, as many as the target has.
std::vector<Shortcut> acting_shortcuts();

}  // namespace assay::grounded
