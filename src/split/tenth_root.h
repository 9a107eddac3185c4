// A power that search needs millions of times a second, the same on every machine.
#pragma once

#include <array>
#include <cstdint>

namespace assay {

// x to the power 0.1 for whole x, within 1e-8 of it and the same on every machine.
class TenthRoot {
 public:
  TenthRoot();
  double operator()(std::uint64_t x) const {
    if (x == 0) return 0;
    const auto exponent = 63U - static_cast<unsigned>(__builtin_clzll(x));
    const std::uint64_t shifted = x << (63U - exponent);  // leading one on top
    const std::uint64_t index = (shifted >> (63U - kBits)) & (kEntries - 1);
    const double rest = static_cast<double>((shifted << (kBits + 1U)) >> 11U) * 0x1p-53;
    const double low = mantissa_[index];
    return (low + (mantissa_[index + 1] - low) * rest) * exponent_[exponent];
  }

 private:
  static constexpr unsigned kBits = 11;
  static constexpr std::uint64_t kEntries = 1U << kBits;
  std::array<double, kEntries + 1> mantissa_{};
  std::array<double, 64> exponent_{};
};

}  // namespace assay
