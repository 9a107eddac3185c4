// Sixteen bytes at a time, in the compilers' own vector notation: SSE2 or NEON without naming them.
#pragma once

#include <cstdint>
#include <cstring>

namespace assay {

using ByteLanes = std::uint8_t __attribute__((vector_size(16)));
inline constexpr std::size_t kByteLanes = sizeof(ByteLanes);

inline ByteLanes load_lanes(const char* bytes) {
  ByteLanes lanes;
  std::memcpy(&lanes, bytes, sizeof lanes);
  return lanes;
}

// A comparison gives lanes of all ones; is any of them set?
template <typename Mask>
bool any_lane(Mask mask) {
  std::uint64_t halves[2];
  static_assert(sizeof halves == sizeof mask);
  std::memcpy(halves, &mask, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

}  // namespace assay
