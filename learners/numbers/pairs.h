// Pairs of rows, over plain arrays: the first layer of a relation network, whose weights for the
// first and the second of a pair are applied to each row once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::learners {

struct PairList {
  std::size_t count = 0;
  std::size_t width = 0;
  const std::int32_t* first = nullptr;  // a row of each pair
  const std::int32_t* second = nullptr;
};

// pairs[p] = first_rows[first[p]] + second_rows[second[p]] where that is positive, else 0.
void rectify_pairs(const PairList& list, const float* first_rows, const float* second_rows,
                   float* pairs);
void rectify_pairs(const PairList& list, const double* first_rows, const double* second_rows,
                   double* pairs);

// Adds the gradient of each sum to those of its rows. `pairs_grad` is 0 where the sum was not
// positive.
void add_pair_gradients(const PairList& list, const float* pairs_grad, float* first_grad,
                        float* second_grad);
void add_pair_gradients(const PairList& list, const double* pairs_grad, double* first_grad,
                        double* second_grad);

}  // namespace assay::learners
