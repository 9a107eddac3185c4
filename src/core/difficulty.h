// Levels of difficulty: a number from easy to hard that stands for parameters of a task.
//
// Wherever parameters are given (flags, recipes, requests), "difficulty" may stand among them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "assay/core/task.h"

namespace assay {

inline constexpr std::string_view kDifficulty = "difficulty";

// What is given, with the parameters of its level in the place of "difficulty"; those that are
// given by name win. Throws Error(kUsage) for a level that the task does not have.
std::map<std::string, std::string> with_difficulty(const TaskInfo& info,
                                                   std::map<std::string, std::string> given);

}  // namespace assay
