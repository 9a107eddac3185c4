// Tables of texts separated by tabs, one row per line.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Appends two cells; tabs and line ends inside become blanks.
inline void append_tab_separated(std::string& out, std::string_view first,
                                 std::string_view second) {
  const auto append = [&](std::string_view text) {
    for (const char letter : text) out += letter == '\t' || letter == '\n' ? ' ' : letter;
  };
  append(first);
  out += '\t';
  append(second);
  out += '\n';
}

}  // namespace assay
