#include "assay/learners/numbers/pairs.h"

#include "assay/learners/numbers/vector_units.h"

namespace assay::learners {

namespace {

template <typename Real>
ASSAY_INLINE void rectified_sum(std::size_t width, const Real* __restrict__ a,
                                const Real* __restrict__ b, Real* __restrict__ out) {
  for (std::size_t k = 0; k < width; ++k) {
    const Real sum = a[k] + b[k];
    out[k] = sum > 0 ? sum : Real{0};
  }
}

template <typename Real>
ASSAY_INLINE void rectify_all(const PairList& list, const Real* first_rows, const Real* second_rows,
                              Real* pairs) {
  const std::size_t width = list.width;
  for (std::size_t p = 0; p < list.count; ++p) {
    rectified_sum(width, first_rows + static_cast<std::size_t>(list.first[p]) * width,
                  second_rows + static_cast<std::size_t>(list.second[p]) * width,
                  pairs + p * width);
  }
}

template <typename Real>
ASSAY_INLINE void add_to_both(std::size_t width, const Real* __restrict__ from,
                              Real* __restrict__ a, Real* __restrict__ b) {
  for (std::size_t k = 0; k < width; ++k) {
    a[k] += from[k];
    b[k] += from[k];
  }
}

template <typename Real>
ASSAY_INLINE void add_all(const PairList& list, const Real* pairs_grad, Real* first_grad,
                          Real* second_grad) {
  const std::size_t width = list.width;
  for (std::size_t p = 0; p < list.count; ++p) {
    add_to_both(width, pairs_grad + p * width,
                first_grad + static_cast<std::size_t>(list.first[p]) * width,
                second_grad + static_cast<std::size_t>(list.second[p]) * width);
  }
}

ASSAY_VECTOR_UNITS void rectify_floats(const PairList& list, const float* first_rows,
                                       const float* second_rows, float* pairs) {
  rectify_all(list, first_rows, second_rows, pairs);
}
ASSAY_VECTOR_UNITS void add_floats(const PairList& list, const float* pairs_grad, float* first_grad,
                                   float* second_grad) {
  add_all(list, pairs_grad, first_grad, second_grad);
}

}  // namespace

void rectify_pairs(const PairList& list, const float* first_rows, const float* second_rows,
                   float* pairs) {
  rectify_floats(list, first_rows, second_rows, pairs);
}
void rectify_pairs(const PairList& list, const double* first_rows, const double* second_rows,
                   double* pairs) {
  rectify_all(list, first_rows, second_rows, pairs);
}
void add_pair_gradients(const PairList& list, const float* pairs_grad, float* first_grad,
                        float* second_grad) {
  add_floats(list, pairs_grad, first_grad, second_grad);
}
void add_pair_gradients(const PairList& list, const double* pairs_grad, double* first_grad,
                        double* second_grad) {
  add_all(list, pairs_grad, first_grad, second_grad);
}

}  // namespace assay::learners
