// Files of the caller's choice, outside any data set.
#pragma once

#include <string>

namespace assay::verbs {

// The folder that a file stands in; "." for a bare name.
std::string folder_of_file(const std::string& path);

// The last step of a path.
std::string name_of_file(const std::string& path);

}  // namespace assay::verbs
