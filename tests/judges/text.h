// Small pieces of text that the checkers and the mutations share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace brute_force {

inline constexpr std::string_view kWhite = " \t\r\n";

inline bool is_silent(std::string_view text) {
  return text.find_first_not_of(kWhite) == std::string_view::npos;
}

// The pieces between these characters, each of which separates.
inline std::vector<std::string> pieces(std::string_view text, std::string_view separators) {
  std::vector<std::string> found(1);
  for (const char letter : text) {
    if (separators.find(letter) != std::string_view::npos) {
      found.emplace_back();
    } else {
      found.back() += letter;
    }
  }
  return found;
}

// The same without the empty ones.
inline std::vector<std::string> words(std::string_view text, std::string_view separators = kWhite) {
  std::vector<std::string> found;
  for (std::string& piece : pieces(text, separators)) {
    if (!piece.empty()) found.push_back(std::move(piece));
  }
  return found;
}

inline std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += between;
    text += parts[i];
  }
  return text;
}

}  // namespace brute_force
