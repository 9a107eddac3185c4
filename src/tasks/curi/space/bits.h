// Walking the bits that are set in a row of words.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace assay::curi {

template <typename Visit>
void for_each_bit(std::span<const std::uint64_t> words, Visit visit) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint64_t left = words[word]; left != 0; left &= left - 1) {
      visit(
          static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(left))));
    }
  }
}

inline bool has_bit(std::span<const std::uint64_t> words, std::uint64_t at) {
  return ((words[at / 64] >> (at % 64)) & 1U) != 0;
}

}  // namespace assay::curi
