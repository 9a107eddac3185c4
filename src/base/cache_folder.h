// Where tasks may keep what they prepare, such as sets of concepts: a folder of the user, outside
// any data set, that can be deleted at any time.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace assay {

// The value of a variable of the environment, empty when it is not set.
using Variable = std::function<std::string(const char* name)>;

// What --cache says, else ASSAY_CACHE, else assay in XDG_CACHE_HOME or in .cache of HOME; "none",
// or nothing of these, gives the empty text: keep nothing. Throws Error(kUsage) for an empty
// --cache.
std::string cache_folder(const std::optional<std::string>& flag, const Variable& variable);

}  // namespace assay
