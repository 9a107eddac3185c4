#include "assay/split/combination_entropy.h"

#include <cmath>

#include "assay/base/error.h"

namespace assay {

namespace {

constexpr double kUnit = 0x1p-27;
constexpr double kLogOfTwo = 0.693147180559945309417232121458;

// The growth of n ln n by one more, in units.
std::uint32_t step_at(std::uint64_t count) {
  if (count == 0) return 0;
  const auto n = static_cast<double>(count);
  const double growth = (n + 1) * natural_log(n + 1) - n * natural_log(n);
  return static_cast<std::uint32_t>(std::llround(growth / kUnit));
}

}  // namespace

// ln m is twice the area tangent of (m - 1) / (m + 1), which is at most 1/5 in size here: the
// series has 17 digits after eleven terms.
double natural_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact
  if (mantissa < 0.75) {
    mantissa *= 2;
    --exponent;
  }
  const double ratio = (mantissa - 1) / (mantissa + 1);
  const double square = ratio * ratio;
  double series = 0;
  for (int odd = 23; odd >= 1; odd -= 2) series = series * square + 1.0 / odd;
  return exponent * kLogOfTwo + 2 * ratio * series;
}

CombinationEntropy::CombinationEntropy(std::size_t compounds, std::uint64_t most_examples)
    : count_(compounds, 0), cost_(compounds, 0) {
  ASSAY_CHECK(most_examples < (std::uint64_t{1} << 32U));
  for (std::uint64_t count = 0; count <= most_examples; ++count) steps_.push_back(step_at(count));
}

void CombinationEntropy::add(std::span<const std::uint32_t> list) {
  for (const std::uint32_t compound : list) {
    sum_ += cost_[compound];
    if (count_[compound] == 0) ++distinct_;
    cost_[compound] = steps_[++count_[compound]];
  }
  total_ += list.size();
}

double CombinationEntropy::with(std::uint64_t compounds, std::uint64_t cost) const {
  const auto total = static_cast<double>(total_ + compounds);
  if (total == 0) return 0;
  return natural_log(total) - static_cast<double>(sum_ + cost) * kUnit / total;
}

double CombinationEntropy::bits() const { return nats() / kLogOfTwo; }

}  // namespace assay
