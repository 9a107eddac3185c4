#include "assay/learners/numbers/rectify.h"

#include <cstddef>

#include "assay/learners/numbers/vector_units.h"

namespace assay::learners {

namespace {

template <typename Real>
ASSAY_INLINE void masked(std::size_t count, const Real* __restrict__ x, Real* __restrict__ mask) {
  for (std::size_t i = 0; i < count; ++i) {
    const Real kept = x[i] * mask[i];
    mask[i] = kept > 0 ? kept : Real{0};
  }
}

template <typename Real>
ASSAY_INLINE void passed(std::size_t count, const Real* __restrict__ result, Real kept,
                         Real* __restrict__ gradient) {
  for (std::size_t i = 0; i < count; ++i)
    gradient[i] = result[i] > 0 ? gradient[i] * kept : Real{0};
}

ASSAY_VECTOR_UNITS void masked_floats(std::size_t count, const float* x, float* mask) {
  masked(count, x, mask);
}
ASSAY_VECTOR_UNITS void passed_floats(std::size_t count, const float* result, float kept,
                                      float* gradient) {
  passed(count, result, kept, gradient);
}

}  // namespace

void rectify(std::span<const float> x, std::span<float> mask) {
  masked_floats(x.size(), x.data(), mask.data());
}
void rectify(std::span<const double> x, std::span<double> mask) {
  masked(x.size(), x.data(), mask.data());
}
void rectify_gradient(std::span<const float> result, float kept, std::span<float> gradient) {
  passed_floats(result.size(), result.data(), kept, gradient.data());
}
void rectify_gradient(std::span<const double> result, double kept, std::span<double> gradient) {
  passed(result.size(), result.data(), kept, gradient.data());
}

}  // namespace assay::learners
