// SCAN by brute force: the actions of a command, worked out on its words.
#pragma once

#include <string_view>

#include "decision.h"

namespace brute_force {

// Right are the actions of the command one by one, whatever white space stands between them.
Decision decide_scan(std::string_view command, std::string_view answer);

}  // namespace brute_force
