#include "assay/learners/numbers/row_moves.h"

#include <algorithm>

#include "assay/learners/numbers/vector_units.h"

namespace assay::learners {

namespace {

template <typename Real>
ASSAY_INLINE void pick(const Columns<const Real>& from, std::span<const std::int32_t> numbers,
                       Real* to) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Real* row = from.first + static_cast<std::size_t>(numbers[i]) * from.stride;
    std::copy_n(row, from.width, to + i * from.width);
  }
}

template <typename Real>
ASSAY_INLINE void add(const Real* from, std::span<const std::int32_t> numbers,
                      const Columns<Real>& to) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Real* __restrict__ own = from + i * to.width;
    Real* __restrict__ row = to.first + static_cast<std::size_t>(numbers[i]) * to.stride;
    for (std::size_t k = 0; k < to.width; ++k) row[k] += own[k];
  }
}

}  // namespace

ASSAY_VECTOR_UNITS void pick_rows(Columns<const float> from, std::span<const std::int32_t> numbers,
                                  float* to) {
  pick(from, numbers, to);
}

ASSAY_VECTOR_UNITS void pick_rows(Columns<const double> from, std::span<const std::int32_t> numbers,
                                  double* to) {
  pick(from, numbers, to);
}

ASSAY_VECTOR_UNITS void add_rows(const float* from, std::span<const std::int32_t> numbers,
                                 Columns<float> to) {
  add(from, numbers, to);
}

ASSAY_VECTOR_UNITS void add_rows(const double* from, std::span<const std::int32_t> numbers,
                                 Columns<double> to) {
  add(from, numbers, to);
}

}  // namespace assay::learners
