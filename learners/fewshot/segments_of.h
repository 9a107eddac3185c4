// Segments (numbers/segments.h) whose arrays are tensors, so that autograd can keep them.
#pragma once

#include <algorithm>
#include <vector>

#include "assay/learners/numbers/segments.h"
#include "assay/learners/tensor/torch.h"

namespace assay::learners {

struct SegmentTensors {
  Tensor starts;   // of integers
  Tensor weights;  // of the vectors' type, as is the next
  Tensor shared;   // empty: no row in common

  static SegmentTensors make(const std::vector<std::int64_t>& starts,
                             const std::vector<float>& weights,
                             const std::vector<float>& shared_weights, at::ScalarType type) {
    const auto of = [](const auto& values, at::ScalarType kind) {
      using Value = typename std::decay_t<decltype(values)>::value_type;
      const Tensor made = at::empty({static_cast<std::int64_t>(values.size())}, kind);
      std::copy(values.begin(), values.end(), made.data_ptr<Value>());
      return made;
    };
    return {of(starts, at::kLong), of(weights, at::kFloat).to(type),
            of(shared_weights, at::kFloat).to(type)};
  }

  std::int64_t count() const { return starts.size(0) - 1; }

  template <typename Real>
  Segments<Real> of(std::int64_t width) const {
    return {.count = static_cast<std::size_t>(count()),
            .width = static_cast<std::size_t>(width),
            .starts = starts.data_ptr<std::int64_t>(),
            .weights = weights.data_ptr<Real>(),
            .shared_weights = shared.numel() == 0 ? nullptr : shared.data_ptr<Real>()};
  }
};

}  // namespace assay::learners
