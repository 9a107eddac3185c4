// Hashes: XXH3 for equality inside a data set, SHA-256 for files that leave the machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/base/exact_math.h"

namespace assay {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

// Two numbers into one, order matters: two folded 128-bit products, for hashes built step by step.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kFirst = 0xA0761D6478BD642FULL;
  constexpr std::uint64_t kSecond = 0xE7037ED1A0B428DBULL;
  const Wide product = Wide{a ^ kFirst} * (b ^ kSecond);
  const auto low = static_cast<std::uint64_t>(product);
  const auto high = static_cast<std::uint64_t>(product >> 64U);
  const Wide again = Wide{low ^ kSecond} * (high ^ kFirst);
  return static_cast<std::uint64_t>(again) ^ static_cast<std::uint64_t>(again >> 64U);
}

// A hash of a bag of rows: equal for equal rows in any order. Sums of 128-bit hashes.
class ContentHash {
 public:
  void add(std::string_view row);
  void add(const ContentHash& other) { sum_ += other.sum_; }
  std::string hex() const;
  static ContentHash from_hex(std::string_view hex);  // throws Error(kInput)

 private:
  Wide sum_ = 0;
};

// SHA-256, fed in pieces. Needs no memory but its own, so it cannot fail.
class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);
  std::string hex();  // ends the hash

 private:
  static constexpr std::size_t kStateBytes = 112;
  alignas(8) std::array<std::byte, kStateBytes> state_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace assay
