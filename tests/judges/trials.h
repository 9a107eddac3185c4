// The tasks whose judges are compared with brute force, a file for each.
#pragma once

#include "judge_trial.h"

namespace assay::judges {

Trial scan_trial();     // scan_trial.cpp
Trial cfq_trial();      // cfq_trial.cpp
Trial logic_trial();    // logic_trial.cpp
Trial gscan_trial();    // grounded_trial.cpp
Trial reascan_trial();  // grounded_trial.cpp

}  // namespace assay::judges
