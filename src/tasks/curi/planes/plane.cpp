#include "assay/tasks/curi/planes/plane.h"

namespace assay::curi {

namespace {

constexpr std::uint64_t kOnes = 0x5555555555555555ULL;
constexpr std::uint64_t kTwos = 0x3333333333333333ULL;
constexpr std::uint64_t kFours = 0x0F0F0F0F0F0F0F0FULL;
constexpr std::uint64_t kEvenBytes = 0x00FF00FF00FF00FFULL;
constexpr std::uint64_t kFold = 0x0001000100010001ULL;
constexpr unsigned kMostAdded = 255 / 8;  // each plane adds up to 8 to a byte

}  // namespace

void BitCounter::add(const Plane& plane) {
  for (std::size_t lane = 0; lane < plane.lanes.size(); ++lane) {
    const Plane::Lane bits = plane.lanes[lane];
    Plane::Lane sums = bits - ((bits >> 1) & kOnes);
    sums = (sums & kTwos) + ((sums >> 2) & kTwos);
    bytes_.lanes[lane] += (sums + (sums >> 4)) & kFours;
  }
  if (++added_ == kMostAdded) spill();
}

void BitCounter::spill() {
  for (std::size_t word = 0; word < kPlaneWords; ++word) {
    const std::uint64_t bytes = bytes_.word(word);
    const std::uint64_t pairs = (bytes & kEvenBytes) + ((bytes >> 8U) & kEvenBytes);
    total_ += (pairs * kFold) >> 48U;
  }
  bytes_ = Plane{};
  added_ = 0;
}

std::uint64_t BitCounter::total() {
  spill();
  return total_;
}

}  // namespace assay::curi
