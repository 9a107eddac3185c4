// Decimal numbers, exact: 0.7 lies at an edge of buckets of width 0.1, though doubles say
// otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

// units / 10^places. At most 15 digits, so value() is printed as it was written.
struct Decimal {
  std::int64_t units = 0;
  int places = 0;
  double value() const;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

// "0.5", "-20" and nothing else; nullopt also when there are too many digits.
std::optional<Decimal> parse_decimal(std::string_view text);

// The largest multiple of `width` (positive) that is not above `number`, with the places of
// `width`; nullopt when it has too many digits. A double counts as its shortest decimal.
std::optional<Decimal> floor_to_multiple(std::int64_t number, Decimal width);
std::optional<Decimal> floor_to_multiple(double number, Decimal width);

// What figures are written and compared by: the same on every machine.
double six_decimals(double figure);

}  // namespace assay
