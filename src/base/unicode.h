// UTF-8 read character by character, and which characters are safe to show.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay {

struct CodePoint {
  char32_t point = 0;
  std::size_t bytes = 0;  // 0 when the first byte begins no valid code point
};

// Of a text that is not empty.
CodePoint first_code_point(std::string_view text);

// Controls, marks of direction, line separators, and what XML 1.0 does not allow.
bool is_unprintable(char32_t point);

}  // namespace assay
