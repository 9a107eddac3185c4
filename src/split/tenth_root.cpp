#include "assay/split/tenth_root.h"

namespace assay {

namespace {

// By Newton's method with plain arithmetic, which rounds the same everywhere; libraries' powers may
// differ in the last bit.
double tenth_root_of(double x) {
  double root = 1 + (x - 1) * 0.1;
  for (int i = 0; i < 60; ++i) {
    const double square = root * root;
    const double fourth = square * square;
    const double ninth = fourth * fourth * root;
    root -= (ninth * root - x) / (10 * ninth);
  }
  return root;
}

}  // namespace

TenthRoot::TenthRoot() {
  for (std::uint64_t i = 0; i <= kEntries; ++i) {
    mantissa_[i] = tenth_root_of(1 + static_cast<double>(i) / static_cast<double>(kEntries));
  }
  exponent_[0] = 1;
  const double root_of_two = tenth_root_of(2);
  for (std::size_t i = 1; i < exponent_.size(); ++i) {
    exponent_[i] =
        i % 10 == 0 ? static_cast<double>(1U << (i / 10)) : exponent_[i - 1] * root_of_two;
  }
}

}  // namespace assay
