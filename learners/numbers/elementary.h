// exp, the logistic function and tanh as straight-line code that compilers turn into vector
// instructions.
//
// Of a float: Cephes' polynomial, within 2 units in the last place of exp; tanh within 3e-7 of the
// value. Of a double, for gradient checks: the standard library.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "assay/learners/numbers/vector_units.h"

namespace assay::learners {

ASSAY_INLINE float exponential(float x) {
  x = x > 88.0F ? 88.0F : x;
  x = x < -87.0F ? -87.0F : x;
  constexpr float kToInteger = 12582912.0F;  // 1.5 * 2^23: adding it rounds to a whole number
  const float shifted = x * 1.44269504F + kToInteger;
  const float n = shifted - kToInteger;
  const float r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  p = p * r * r + r + 1.0F;
  const std::uint32_t power = (std::bit_cast<std::uint32_t>(shifted) << 23U) + 0x3F800000U;
  return p * std::bit_cast<float>(power);
}

ASSAY_INLINE double exponential(double x) { return std::exp(x); }

template <typename Real>
ASSAY_INLINE Real logistic(Real x) {
  return Real{1} / (Real{1} + exponential(-x));
}

template <typename Real>
ASSAY_INLINE Real hyperbolic_tangent(Real x) {
  return Real{1} - Real{2} / (exponential(x + x) + Real{1});
}

}  // namespace assay::learners
