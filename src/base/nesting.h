// How deep a text is nested, found before a library reads it.
//
// Such libraries read, copy and free what they read by functions that call themselves, so a deep
// enough text ends the process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// The line, counted from 1, where lists and objects stand in each other more than kMostNesting
// deep. Of a text that is no JSON any line, or none: that is for its parser to tell.
std::optional<std::uint64_t> json_line_too_deep(std::string_view json);

// The same of TOML, where each step of a dotted key is a table in a table.
std::optional<std::uint64_t> toml_line_too_deep(std::string_view toml);

// "is nested more than 128 levels deep".
std::string nesting_problem();

}  // namespace assay
