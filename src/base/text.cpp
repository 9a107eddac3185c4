#include "assay/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "assay/base/byte_lanes.h"
#include "assay/base/limits.h"
#include "assay/base/unicode.h"

namespace assay {

std::vector<std::string_view> split_text(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

namespace {

bool is_letter(char letter) {
  return letter != ' ' && letter != '\t' && letter != '\r' && letter != '\n';
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  constexpr std::size_t kBytesOfAWord = 8;
  std::vector<std::string_view> words;
  words.reserve(text.size() / kBytesOfAWord + 1);
  for (std::size_t at = 0;; ++at) {
    while (at < text.size() && !is_letter(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && is_letter(text[at])) ++at;
    if (begin == at) return words;
    words.push_back(text.substr(begin, at - begin));
  }
}

namespace {

auto blank_lanes(const char* text) {
  const ByteLanes bytes = load_lanes(text);
  return (bytes == ' ') | (bytes == '\t') | (bytes == '\r') | (bytes == '\n');
}

// Letters that follow a blank, in text[1..]; sums lanes, which count to 255, before they overflow.
std::size_t count_starts_in_lanes(std::string_view text, std::size_t& at) {
  std::size_t starts = 0;
  while (at + kByteLanes <= text.size()) {
    ByteLanes lane_starts{};
    for (int i = 0; i < 255 && at + kByteLanes <= text.size(); ++i, at += kByteLanes) {
      const auto is_start = ~blank_lanes(text.data() + at) & blank_lanes(text.data() + at - 1);
      lane_starts += (ByteLanes)is_start & 1;
    }
    for (std::size_t lane = 0; lane < kByteLanes; ++lane) starts += lane_starts[lane];
  }
  return starts;
}

}  // namespace

std::size_t count_words(std::string_view text) {
  if (text.empty()) return 0;
  std::size_t at = 1;
  std::size_t words = (is_letter(text[0]) ? 1U : 0U) + count_starts_in_lanes(text, at);
  for (; at < text.size(); ++at) {
    words += is_letter(text[at]) && !is_letter(text[at - 1]) ? 1U : 0U;
  }
  return words;
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<double> parse_real(std::string_view text) {
  double number = 0;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view thing) {
  return fmt::format("{} {}{}", with_commas(number), thing, number == 1 ? "" : "s");
}

namespace {

// Levenshtein's distance.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> names,
                                       std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  const std::string_view known = name.substr(0, 64);
  for (const std::string& candidate : names) {
    const std::size_t distance = edit_distance(known, candidate);
    if (distance <= std::max<std::size_t>(2, candidate.size() / 2)) {
      ranked.emplace_back(distance, candidate);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> nearest;
  for (auto& [distance, candidate] : ranked) {
    if (nearest.size() == most) break;
    nearest.push_back(std::move(candidate));
  }
  return nearest;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> names) {
  if (names.empty()) return "";
  const auto nearest = nearest_names(name, names);
  const std::string text =
      nearest.empty() ? fmt::format("; there are: {}", fmt::join(names, ", "))
                      : fmt::format("; did you mean \"{}\"?", fmt::join(nearest, "\", \""));
  return escaped(text);
}

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const CodePoint found = first_code_point(text);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(found.bytes, 1));
    if (found.bytes > 0 && !is_unprintable(found.point)) {
      safe += bytes;
    } else {
      for (const char byte : bytes) {
        safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
      }
    }
    text.remove_prefix(bytes.size());
  }
  return safe;
}

std::string printable(std::string_view text) {
  if (text.size() <= kMostQuotedBytes) return escaped(text);
  const auto is_inside = [&](std::size_t at) {  // a character
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
  };
  // A character has up to four bytes; what is no UTF-8 is cut anywhere.
  std::size_t head = kMostQuotedBytes * 3 / 4;
  for (int i = 0; i < 3 && is_inside(head); ++i) --head;
  std::size_t tail = text.size() - kMostQuotedBytes / 4;
  for (int i = 0; i < 3 && is_inside(tail); ++i) ++tail;
  return fmt::format("{} [... {} bytes ...] {}", escaped(text.substr(0, head)),
                     with_commas(tail - head), escaped(text.substr(tail)));
}

}  // namespace assay
