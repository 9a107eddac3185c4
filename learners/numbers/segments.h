// Weighted sums over stretches of rows, over plain arrays: the things of a scene, or its pairs of
// things, as one vector.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::learners {

// Segment s has rows starts[s] to starts[s + 1] - 1, and a share of one further row that all
// segments have in common.
template <typename Real>
struct Segments {
  std::size_t count = 0;
  std::size_t width = 0;
  const std::int64_t* starts = nullptr;  // count + 1
  const Real* weights = nullptr;         // of each row
  const Real* shared_weights = nullptr;  // of the common row in each segment; absent: no such row
};

// sums[s] = the weighted sum of its rows. The common row stands behind the others.
void sum_segments(const Segments<float>& segments, const float* rows, float* sums);
void sum_segments(const Segments<double>& segments, const double* rows, double* sums);

// Writes the gradients of all rows. With `positive`, numbers laid out as the rows, a gradient is 0
// where they are not positive.
void spread_segments(const Segments<float>& segments, const float* sums_grad, const float* positive,
                     float* rows_grad);
void spread_segments(const Segments<double>& segments, const double* sums_grad,
                     const double* positive, double* rows_grad);

}  // namespace assay::learners
