#include "parse_count.h"

#include <limits>

#include "assay/base/text.h"

namespace assay {

namespace {

// digits × 10^exponent, when that is a whole number that fits.
std::optional<std::uint64_t> scaled(std::string_view digits, int exponent) {
  std::optional<std::uint64_t> number = parse_number(digits);
  for (; number && exponent > 0; --exponent) {
    if (*number > std::numeric_limits<std::uint64_t>::max() / 10) return std::nullopt;
    *number *= 10;
  }
  for (; number && exponent < 0; ++exponent) {
    if (*number % 10 != 0) return std::nullopt;
    *number /= 10;
  }
  return number;
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  constexpr int kMostExponent = 19;
  if (text.empty()) return std::nullopt;
  int exponent = 0;
  std::string_view digits = text;
  if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    const std::optional<std::uint64_t> written = parse_number(text.substr(e + 1));
    if (!written || *written > kMostExponent) return std::nullopt;
    exponent = static_cast<int>(*written);
    digits = text.substr(0, e);
  } else if (text.back() == 'k' || text.back() == 'K') {
    exponent = 3;
    digits.remove_suffix(1);
  } else if (text.back() == 'M') {
    exponent = 6;
    digits.remove_suffix(1);
  } else {
    return parse_number(text);
  }
  const std::size_t point = digits.find('.');
  if (point == std::string_view::npos) return scaled(digits, exponent);
  std::string without(digits.substr(0, point));
  const std::string_view behind = digits.substr(point + 1);
  if (without.empty() || behind.empty()) return std::nullopt;
  without += behind;
  return scaled(without, exponent - static_cast<int>(behind.size()));
}

}  // namespace assay
