#include "assay/learners/numbers/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/learners/numbers/elementary.h"

namespace assay::learners {

namespace {

template <typename Real>
ASSAY_INLINE double row_entropy(std::span<Real> row, std::size_t target, double share,
                                double scale) {
  const Real most = *std::max_element(row.begin(), row.end());
  const double right = static_cast<double>(row[target] - most);
  double all = 0;  // of the logits
  double sum = 0;  // of their exponentials
  for (Real& value : row) {
    const Real shifted = value - most;
    value = exponential(shifted);
    all += static_cast<double>(shifted);
    sum += static_cast<double>(value);
  }
  const double other = row.size() > 1 ? share / static_cast<double>(row.size() - 1) : 0;
  const auto factor = static_cast<Real>(scale / sum);
  const auto subtracted = static_cast<Real>(scale * other);
  for (Real& value : row) value = value * factor - subtracted;
  row[target] -= static_cast<Real>(scale * (1 - share - other));
  return std::log(sum) - (1 - share - other) * right - other * all;
}

template <typename Real>
ASSAY_INLINE double all_entropies(std::span<Real> logits, std::span<const std::int64_t> targets,
                                  Smoothing smoothing, double scale) {
  if (targets.empty()) return 0;
  const std::size_t words = logits.size() / targets.size();
  double total = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::span<Real> row = logits.subspan(i * words, words);
    if (targets[i] < 0) {
      std::fill(row.begin(), row.end(), Real{0});
      continue;
    }
    ASSAY_CHECK(static_cast<std::size_t>(targets[i]) < words);
    total += row_entropy(row, static_cast<std::size_t>(targets[i]), smoothing.share, scale);
  }
  return total;
}

}  // namespace

double cross_entropy(std::span<float> logits, std::span<const std::int64_t> targets,
                     Smoothing smoothing, double scale) {
  return all_entropies(logits, targets, smoothing, scale);
}

double cross_entropy(std::span<double> logits, std::span<const std::int64_t> targets,
                     Smoothing smoothing, double scale) {
  return all_entropies(logits, targets, smoothing, scale);
}

}  // namespace assay::learners
