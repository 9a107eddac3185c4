#include "assay/base/permutation.h"

#include <bit>

#include "assay/base/error.h"

namespace assay {

namespace {
constexpr std::uint32_t kRounds = 6;
}

Permutation::Permutation(Key key, std::uint64_t count) : key_(key), count_(count) {
  ASSAY_CHECK(count > 0);
  const auto bits = static_cast<unsigned>(std::bit_width(count - 1));
  half_bits_ = bits < 2 ? 1 : (bits + 1) / 2;
  half_mask_ = half_bits_ == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << half_bits_) - 1;
}

std::uint64_t Permutation::encrypt(std::uint64_t value) const {
  auto left = static_cast<std::uint32_t>(value >> half_bits_) & half_mask_;
  auto right = static_cast<std::uint32_t>(value) & half_mask_;
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    // The round function: two rounds' worth of multiply and fold, keyed by round.
    std::uint64_t mixed = (std::uint64_t{right} + 1) * 0x9E3779B97F4A7C15U;
    mixed ^= (std::uint64_t{key_[round & 1]} << 32 | key_[(round & 1) ^ 1]) + round;
    mixed ^= mixed >> 32;
    mixed *= 0xD6E8FEB86659FD93U;
    mixed ^= mixed >> 32;
    const std::uint32_t next = left ^ (static_cast<std::uint32_t>(mixed) & half_mask_);
    left = right;
    right = next;
  }
  return (std::uint64_t{left} << half_bits_) | right;
}

std::uint64_t Permutation::at(std::uint64_t index) const {
  ASSAY_CHECK(index < count_);
  std::uint64_t value = encrypt(index);
  while (value >= count_) value = encrypt(value);
  return value;
}

}  // namespace assay
