// The published splits of SCAN as predicates on the text of a command.
//
//   primitive  Lake & Baroni 2018: a primitive is seen alone, tested in composition
//   template   Loula et al. 2018: a template such as "around right" is seen with no verb
//   filler     Loula et al. 2018: "jump around right" after 0 to 3 other verbs were seen there
#pragma once

#include <vector>

#include "assay/core/holdout.h"

namespace assay::scan {

std::vector<Holdout> holdouts();

}  // namespace assay::scan
