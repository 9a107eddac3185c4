// Small things that all who look into answers need.
#pragma once

#include <algorithm>
#include <string_view>

namespace assay::answer_text {

using View = std::string_view;

inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

inline View trimmed(View text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

inline char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline bool starts_with_word(View text, View lower_case_word) {
  return text.size() >= lower_case_word.size() &&
         std::equal(lower_case_word.begin(), lower_case_word.end(), text.begin(),
                    [](char word, char c) { return word == lowered(c); });
}

inline bool is_letter(char c) { return lowered(c) >= 'a' && lowered(c) <= 'z'; }

}  // namespace assay::answer_text
