#include "assay/base/permutation.h"

#include <bit>
#include <numeric>

#include "assay/base/error.h"

namespace assay {

namespace {
constexpr std::uint64_t kMostShuffled = 4096;
}

Permutation::Permutation(Key key, std::uint64_t count) : count_(count) {
  ASSAY_CHECK(count > 0);
  Stream stream(key, {.purpose = Purpose::kOrder});
  if (count <= kMostShuffled) {
    shuffled_.resize(count);
    std::iota(shuffled_.begin(), shuffled_.end(), 0U);
    stream.shuffle(std::span(shuffled_));
    return;
  }
  half_bits_ = (static_cast<unsigned>(std::bit_width(count - 1)) + 1) / 2;
  half_mask_ = half_bits_ == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << half_bits_) - 1;
  for (std::uint64_t& round_key : round_keys_) round_key = stream.next64();
}

std::uint64_t Permutation::encrypt(std::uint64_t value) const {
  auto left = static_cast<std::uint32_t>(value >> half_bits_) & half_mask_;
  auto right = static_cast<std::uint32_t>(value) & half_mask_;
  for (const std::uint64_t round_key : round_keys_) {
    std::uint64_t mixed = (right ^ round_key) * 0x9E3779B97F4A7C15U;
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
  if (!shuffled_.empty()) return shuffled_[index];
  std::uint64_t value = encrypt(index);
  while (value >= count_) value = encrypt(value);
  return value;
}

}  // namespace assay
