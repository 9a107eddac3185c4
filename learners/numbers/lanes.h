// Sums of products in a fixed order that compilers turn into vector instructions.
#pragma once

#include <array>
#include <cstddef>

#include "assay/learners/numbers/vector_units.h"

namespace assay::learners {

// The sum of x[i] * y[i]: sixteen sums side by side, then those in order.
template <typename Real>
ASSAY_INLINE Real dot(const Real* __restrict__ x, const Real* __restrict__ y, std::size_t width) {
  constexpr std::size_t kLanes = 16;
  std::array<Real, kLanes> sums{};
  std::size_t i = 0;
  for (; i + kLanes <= width; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += x[i + lane] * y[i + lane];
  }
  Real sum = 0;
  for (; i < width; ++i) sum += x[i] * y[i];
  for (const Real each : sums) sum += each;
  return sum;
}

}  // namespace assay::learners
