// The tasks of the program, as it lists them: what holds for every task is asked of each.
#pragma once

#include <string>
#include <vector>

namespace assay::testing {

std::vector<std::string> all_tasks();

}  // namespace assay::testing
