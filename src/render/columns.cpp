#include "assay/render/columns.h"

#include <algorithm>
#include <array>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/base/unicode.h"

namespace assay {
namespace {

constexpr std::string_view kEllipsis = "…";
constexpr std::string_view kReplacement = "\uFFFD";

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode 15, east_asian_width W and F, neighbouring blocks joined.
constexpr std::array kWide = {
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},
    Range{0xA960, 0xA97C},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},
    Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF},
    Range{0x20000, 0x3FFFD},
};

constexpr std::array kCombining = {
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD},   Range{0x064B, 0x065F},
    Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200D},   Range{0x20D0, 0x20FF},
    Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF},
};

template <std::size_t kCount>
bool is_in(const std::array<Range, kCount>& ranges, char32_t point) {
  return std::any_of(ranges.begin(), ranges.end(), [point](const Range& range) {
    return point >= range.first && point <= range.last;
  });
}

std::size_t columns_of_point(char32_t point) {
  if (point < 0x300) return 1;
  if (is_in(kCombining, point)) return 0;
  return is_in(kWide, point) ? 2 : 1;
}

// The longest beginning of `text`, in bytes, that takes at most `columns`.
std::size_t bytes_within(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size()) {
    const CodePoint next = first_code_point(text.substr(at));
    const std::size_t wanted = columns_of_point(next.point);
    if (wanted > columns) break;
    columns -= wanted;
    at += std::max<std::size_t>(next.bytes, 1);
  }
  return at;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const auto [point, bytes] = first_code_point(text);
    if (point == '\n' || point == '\t' || point == '\r') {
      clean += ' ';
    } else if (bytes == 0 || is_unprintable(point)) {
      clean += kReplacement;
    } else {
      clean += text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return clean;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const CodePoint next = first_code_point(text);
    columns += columns_of_point(next.point);
    text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
  }
  return columns;
}

std::string cut_to_columns(std::string_view text, std::size_t columns) {
  if (bytes_within(text, columns) == text.size()) return std::string(text);
  if (columns == 0) return "";
  std::string cut(text.substr(0, bytes_within(text, columns - 1)));
  while (!cut.empty() && cut.back() == ' ') cut.pop_back();
  cut += kEllipsis;
  return cut;
}

std::vector<std::string> wrap_to_columns(std::string_view text, std::size_t columns) {
  ASSAY_CHECK(columns >= 2);
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  for (std::string_view word : split_words(text)) {
    std::size_t wanted = columns_of(word);
    if (used != 0 && used + 1 + wanted > columns) {
      lines.emplace_back();
      used = 0;
    }
    if (used != 0) lines.back() += ' ';
    used += used != 0 ? 1 : 0;
    while (wanted > columns) {
      const std::size_t bytes = bytes_within(word, columns);
      lines.back() += word.substr(0, bytes);
      lines.emplace_back();
      word.remove_prefix(bytes);
      wanted = columns_of(word);
    }
    lines.back() += word;
    used += wanted;
  }
  return lines;
}

std::vector<std::string> wrap_name(std::string_view text, std::size_t columns, std::size_t most) {
  constexpr std::string_view kBreaks = " (),=/|_.:";
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t sign = text.find_first_of(kBreaks);
    const std::string_view piece = text.substr(0, text.find_first_not_of(kBreaks, sign));
    const std::string_view shown = piece.substr(0, piece.find_last_not_of(' ') + 1);
    if (!lines.back().empty() && columns_of(lines.back()) + columns_of(shown) > columns) {
      if (lines.size() == most) break;
      lines.emplace_back();
    }
    lines.back() += piece;
    text.remove_prefix(piece.size());
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  if (!text.empty()) lines.back() += kEllipsis;
  return lines;
}

std::string escape_xml(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

}  // namespace assay
