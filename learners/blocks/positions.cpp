#include "assay/learners/blocks/positions.h"

#include <algorithm>
#include <cmath>

namespace assay::learners {

Tensor sinusoids(std::int64_t first, std::int64_t count, std::int64_t width,
                 const at::TensorOptions& options) {
  const std::int64_t half = width / 2;
  const double step = std::log(1e4) / static_cast<double>(std::max<std::int64_t>(half - 1, 1));
  const Tensor rates = at::exp(at::arange(half, at::kDouble) * -step);
  const Tensor angles = at::arange(first, first + count, at::kDouble).unsqueeze(1) * rates;
  return at::cat({at::sin(angles), at::cos(angles)}, 1).to(options);
}

// Row i wants the columns from n - 1 - i on. In memory each row then begins 2 n - 2 behind the
// last, so it is a view.
Tensor distances_to_keys(const Tensor& scores) {
  const std::int64_t n = scores.size(-2);
  if (n == 1) return scores;
  std::vector<std::int64_t> shape = scores.sizes().vec();
  const Tensor flat = scores.reshape({-1, n * (2 * n - 1)}).narrow(1, n - 1, n * (2 * n - 2));
  shape.back() = n;
  return flat.reshape({-1, n, 2 * n - 2}).narrow(2, 0, n).reshape(shape);
}

}  // namespace assay::learners
