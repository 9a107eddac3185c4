// Writing JSON by appending. Rows are written by the million, so nothing is built in between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// `text` as a JSON string with its quotes. Text must be UTF-8; control characters are escaped.
void append_json_string(std::string& out, std::string_view text);

void append_json_number(std::string& out, std::int64_t number);
void append_json_number(std::string& out, std::uint64_t number);

// The shortest digits that read back as the same number; finite only.
void append_json_number(std::string& out, double number);

}  // namespace assay
