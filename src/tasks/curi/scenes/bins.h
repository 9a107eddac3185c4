// Which of the eight columns or rows of a picture a pixel lies in.
#pragma once

#include <algorithm>
#include <cstdint>

namespace assay::curi {

inline constexpr std::uint32_t kBins = 8;
inline constexpr std::uint8_t kLastBin = 8;

// `pixel` is from 0 to `extent`, the width or height of the picture. The first bin is named 0 or 1.
// A pixel on the far edge is a bin of its own, 8, when names begin at 0, as in the release.
constexpr std::uint8_t bin_of(std::uint32_t pixel, std::uint32_t extent, std::uint8_t first_bin) {
  const auto bin = static_cast<std::uint32_t>(std::uint64_t{pixel} * kBins / extent) + first_bin;
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(bin, kLastBin));
}

}  // namespace assay::curi
