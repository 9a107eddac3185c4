#include "assay/base/unicode.h"

#include <algorithm>
#include <array>

namespace assay {

CodePoint first_code_point(std::string_view text) {
  const auto byte = [text](std::size_t at) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[at]));
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {0, 0};
  char32_t point = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {0, 0};
    point = point << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (point < kLeast[bytes] || point > 0x10FFFF || surrogate) return {0, 0};
  return {point, bytes};
}

bool is_unprintable(char32_t point) {
  struct Range {
    char32_t first;
    char32_t last;
  };
  constexpr std::array kUnprintable = {
      Range{0x0000, 0x001F}, Range{0x007F, 0x009F}, Range{0x061C, 0x061C}, Range{0x200E, 0x200F},
      Range{0x2028, 0x202E}, Range{0x2066, 0x2069}, Range{0xFEFF, 0xFEFF}, Range{0xFFFE, 0xFFFF},
  };
  return std::any_of(kUnprintable.begin(), kUnprintable.end(), [point](const Range& range) {
    return point >= range.first && point <= range.last;
  });
}

}  // namespace assay
