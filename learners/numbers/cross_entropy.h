// Cross entropy with label smoothing, value and gradient in one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::learners {

// The wanted distribution of a row: 1 - smoothing on its target, the rest spread evenly over the
// other words.
struct Smoothing {
  double share = 0;
};

// `logits` [targets.size(), words] become their gradient, scaled by `scale`; rows whose target is
// negative count for nothing. Returns the sum of the rows' cross entropies, unscaled.
double cross_entropy(std::span<float> logits, std::span<const std::int64_t> targets,
                     Smoothing smoothing, double scale);
double cross_entropy(std::span<double> logits, std::span<const std::int64_t> targets,
                     Smoothing smoothing, double scale);

}  // namespace assay::learners
