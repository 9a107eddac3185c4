// Gradients against finite differences, in double precision.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "assay/learners/numbers/noise_bits.h"
#include "assay/learners/tensor/parameters.h"

namespace assay::learners {

// Doubles that depend on nothing but the site.
inline Tensor drawn(std::vector<std::int64_t> shape, std::uint32_t site, double size = 1) {
  const Tensor made = at::empty(shape, at::kDouble);
  fill_uniform({made.data_ptr<double>(), static_cast<std::size_t>(made.numel())}, size,
               stream_key(1, "test"), {.site = site});
  return made;
}

// A number that depends on every value of the tensors, each with another weight.
inline Tensor mixed(const std::vector<Tensor>& tensors) {
  Tensor sum = at::zeros({}, at::kDouble);
  for (const Tensor& tensor : tensors)
    sum = sum + (tensor * drawn(tensor.sizes().vec(), 1000)).sum();
  return sum;
}

// Compares the gradient of value() in some entries of each leaf, which must be double and want
// gradients. A smaller step meets fewer kinks of rectifiers, at the price of rounding.
inline void expect_gradients(const std::vector<Tensor>& leaves,
                             const std::function<Tensor()>& value, std::int64_t most_entries = 12,
                             double step = 1e-5) {
  for (const Tensor& leaf : leaves) {
    if (leaf.grad().defined()) leaf.grad().zero_();
  }
  value().backward();
  const at::NoGradGuard no_gradient;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::int64_t size = leaves[i].numel();
    const std::int64_t stride = std::max<std::int64_t>(1, size / most_entries);
    auto* entries = leaves[i].data_ptr<double>();
    ASSERT_TRUE(leaves[i].grad().defined()) << "leaf " << i;
    const Tensor gradient = leaves[i].grad().contiguous();
    for (std::int64_t entry = 0; entry < size; entry += stride) {
      const double before = entries[entry];
      entries[entry] = before + step;
      const double above = value().item<double>();
      entries[entry] = before - step;
      const double below = value().item<double>();
      entries[entry] = before;
      const double expected = (above - below) / (2 * step);
      ASSERT_NEAR(gradient.data_ptr<double>()[entry], expected,
                  1e-6 * std::max(1.0, std::abs(expected)))
          << "leaf " << i << " of shape " << leaves[i].sizes() << ", entry " << entry;
    }
  }
}

inline std::vector<Tensor> leaves_of(const Parameters& parameters) {
  std::vector<Tensor> leaves;
  for (const Parameters::Entry& entry : parameters.entries()) leaves.push_back(entry.value);
  return leaves;
}

inline Tensor leaf(std::vector<std::int64_t> shape, std::uint32_t site) {
  return drawn(std::move(shape), site).requires_grad_(true);
}

}  // namespace assay::learners
