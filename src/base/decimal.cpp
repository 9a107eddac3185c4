#include "assay/base/decimal.h"

#include <array>
#include <charconv>
#include <cmath>

#include "assay/base/error.h"

namespace assay {

namespace {

constexpr int kMostDigits = 15;
constexpr int kMostPower = 18;  // 10^18 is the largest that 64 bits hold

std::int64_t power_of_ten(int exponent) {
  std::int64_t power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

std::int64_t floor_divide(std::int64_t number, std::int64_t divisor) {
  const std::int64_t quotient = number / divisor;
  return number % divisor < 0 ? quotient - 1 : quotient;
}

// floor(number * 10^exponent).
std::optional<std::int64_t> shift(std::int64_t number, int exponent) {
  if (number == 0) return 0;
  if (exponent < -kMostPower) return number < 0 ? -1 : 0;
  if (exponent < 0) return floor_divide(number, power_of_ten(-exponent));
  std::int64_t product = 0;
  if (exponent > kMostPower || __builtin_mul_overflow(number, power_of_ten(exponent), &product)) {
    return std::nullopt;
  }
  return product;
}

// The multiple below number * 10^exponent. Multiples are whole numbers of width's last place, so
// what the number has behind that place does not count.
std::optional<Decimal> multiple_below(std::int64_t number, int exponent, Decimal width) {
  ASSAY_CHECK(width.units > 0);
  const auto units = shift(number, exponent + width.places);
  if (!units) return std::nullopt;
  std::int64_t edge = 0;
  if (__builtin_mul_overflow(floor_divide(*units, width.units), width.units, &edge) ||
      edge <= -power_of_ten(kMostDigits) || edge >= power_of_ten(kMostDigits)) {
    return std::nullopt;
  }
  return Decimal{edge, width.places};
}

}  // namespace

double Decimal::value() const {
  // Both are exact as doubles, so the quotient is the double nearest to the decimal.
  return static_cast<double>(units) / static_cast<double>(power_of_ten(places));
}

std::optional<Decimal> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  Decimal decimal;
  int digits = 0;
  bool point = false;
  for (const char letter : text) {
    if (letter == '.' && digits > 0 && !point) {
      point = true;
      continue;
    }
    if (letter < '0' || letter > '9' || ++digits > kMostDigits) return std::nullopt;
    decimal.units = decimal.units * 10 + (letter - '0');
    if (point) ++decimal.places;
  }
  if (digits == 0 || text.ends_with('.')) return std::nullopt;
  if (negative) decimal.units = -decimal.units;
  return decimal;
}

std::optional<Decimal> floor_to_multiple(std::int64_t number, Decimal width) {
  return multiple_below(number, 0, width);
}

std::optional<Decimal> floor_to_multiple(double number, Decimal width) {
  if (!std::isfinite(number)) return std::nullopt;
  std::array<char, 32> letters{};
  char* const end = std::to_chars(letters.data(), letters.data() + letters.size(), number,
                                  std::chars_format::scientific)
                        .ptr;
  const std::string_view text(letters.data(), static_cast<std::size_t>(end - letters.data()));
  const std::size_t mark = text.find('e');
  std::int64_t units = 0;
  int exponent = 0;
  for (const char letter : text.substr(0, mark)) {
    if (letter >= '0' && letter <= '9') units = units * 10 + (letter - '0');
  }
  if (number < 0) units = -units;
  const std::size_t point = text.find('.');
  if (point < mark) exponent = -static_cast<int>(mark - point - 1);
  const std::size_t sign = mark + 1;
  int power = 0;
  std::from_chars(text.data() + sign + 1, end, power);
  return multiple_below(units, exponent + (text[sign] == '-' ? -power : power), width);
}

double six_decimals(double figure) { return std::round(figure * 1e6) / 1e6; }

}  // namespace assay
