// The columns of SCAN, and the patterns of their texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/example.h"
#include "assay/tasks/scan/language/language.h"

namespace assay::scan {

const Schema& scan_schema();

// The row of a rank: everything but its seed and item. Rules are optional.
void write_row(const Language& language, std::uint64_t rank, bool with_rules, Example& out);

// Words by their class: "V M D N after turn D".
std::string input_pattern(const std::vector<std::string_view>& words);
// Actions by whether they turn: "D A".
std::string output_pattern(const std::vector<std::string_view>& actions);

}  // namespace assay::scan
