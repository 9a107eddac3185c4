// All split methods, by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/pipeline/methods/split_method.h"

namespace assay {

// Each is defined in the file of its name, and listed in split_methods.cpp.
SplitMethod random_method();
SplitMethod group_method();
SplitMethod length_method();
SplitMethod pattern_method();
SplitMethod holdout_method();
SplitMethod mcd_method();
SplitMethod follow_method();
SplitMethod import_method();

const std::vector<SplitMethod>& split_methods();

// Throws Error(kUsage) for a method that is not there, with the nearest name.
const SplitMethod& find_split_method(std::string_view name);

// What recipes and flags are read by.
std::vector<SplitForm> split_forms();

// The method that --import chooses, and a split by it: of an index file whose indices count lines
// of the file `of`.
inline constexpr std::string_view kImportMethod = "import";
SplitSpec import_spec(std::string name, const std::string& index, const std::string& of);

}  // namespace assay
