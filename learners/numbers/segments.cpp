#include "assay/learners/numbers/segments.h"

#include <algorithm>

#include "assay/learners/numbers/vector_units.h"

namespace assay::learners {

namespace {

template <typename Real>
ASSAY_INLINE void add_weighted(std::size_t width, Real weight, const Real* __restrict__ row,
                               Real* __restrict__ sum) {
  for (std::size_t k = 0; k < width; ++k) sum[k] += weight * row[k];
}

template <typename Real>
ASSAY_INLINE void sum_all(const Segments<Real>& segments, const Real* rows, Real* sums) {
  const std::size_t width = segments.width;
  const Real* shared = rows + static_cast<std::size_t>(segments.starts[segments.count]) * width;
  for (std::size_t s = 0; s < segments.count; ++s) {
    Real* sum = sums + s * width;
    std::fill_n(sum, width, Real{0});
    for (std::int64_t row = segments.starts[s]; row < segments.starts[s + 1]; ++row)
      add_weighted(width, segments.weights[row], rows + static_cast<std::size_t>(row) * width, sum);
    if (segments.shared_weights != nullptr && segments.shared_weights[s] != 0)
      add_weighted(width, segments.shared_weights[s], shared, sum);
  }
}

template <typename Real>
ASSAY_INLINE void pass_weighted(std::size_t width, Real weight, const Real* __restrict__ from,
                                const Real* __restrict__ positive, Real* __restrict__ to) {
  for (std::size_t k = 0; k < width; ++k) to[k] = positive[k] > 0 ? weight * from[k] : Real{0};
}

template <typename Real>
ASSAY_INLINE void spread_all(const Segments<Real>& segments, const Real* sums_grad,
                             const Real* positive, Real* rows_grad) {
  const std::size_t width = segments.width;
  const auto last = static_cast<std::size_t>(segments.starts[segments.count]);
  Real* shared = rows_grad + last * width;
  if (segments.shared_weights != nullptr) std::fill_n(shared, width, Real{0});
  for (std::size_t s = 0; s < segments.count; ++s) {
    const Real* from = sums_grad + s * width;
    for (std::int64_t row = segments.starts[s]; row < segments.starts[s + 1]; ++row) {
      const std::size_t at = static_cast<std::size_t>(row) * width;
      const Real weight = segments.weights[row];
      if (positive != nullptr) {
        pass_weighted(width, weight, from, positive + at, rows_grad + at);
      } else {
        for (std::size_t k = 0; k < width; ++k) rows_grad[at + k] = weight * from[k];
      }
    }
    if (segments.shared_weights != nullptr && segments.shared_weights[s] != 0)
      add_weighted(width, segments.shared_weights[s], from, shared);
  }
  if (segments.shared_weights == nullptr || positive == nullptr) return;
  for (std::size_t k = 0; k < width; ++k) {
    if (!(positive[last * width + k] > 0)) shared[k] = 0;
  }
}

ASSAY_VECTOR_UNITS void sum_floats(const Segments<float>& segments, const float* rows,
                                   float* sums) {
  sum_all(segments, rows, sums);
}
ASSAY_VECTOR_UNITS void spread_floats(const Segments<float>& segments, const float* sums_grad,
                                      const float* positive, float* rows_grad) {
  spread_all(segments, sums_grad, positive, rows_grad);
}

}  // namespace

void sum_segments(const Segments<float>& segments, const float* rows, float* sums) {
  sum_floats(segments, rows, sums);
}
void sum_segments(const Segments<double>& segments, const double* rows, double* sums) {
  sum_all(segments, rows, sums);
}
void spread_segments(const Segments<float>& segments, const float* sums_grad, const float* positive,
                     float* rows_grad) {
  spread_floats(segments, sums_grad, positive, rows_grad);
}
void spread_segments(const Segments<double>& segments, const double* sums_grad,
                     const double* positive, double* rows_grad) {
  spread_all(segments, sums_grad, positive, rows_grad);
}

}  // namespace assay::learners
