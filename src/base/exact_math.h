// Whole-number arithmetic that says when it does not fit.
#pragma once

#include <cstdint>
#include <optional>

namespace assay {

__extension__ using Wide = unsigned __int128;

inline std::optional<std::uint64_t> checked_add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

inline std::optional<std::uint64_t> checked_multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

// floor(a * b / c) without overflow in the middle; c > 0 and the result fits.
inline std::uint64_t multiply_divide(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return static_cast<std::uint64_t>(Wide{a} * b / c);
}

}  // namespace assay
