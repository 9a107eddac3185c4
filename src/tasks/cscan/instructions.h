// Conceptual SCAN explained to whoever is to answer it: solver/PROCEDURE.md in plain words.
#pragma once

#include "assay/core/abilities.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan {

Instructions cscan_instructions(const RuleSpace& space);

}  // namespace assay::cscan
