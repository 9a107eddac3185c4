// Dropout whose masks have addresses: seed, step, and which mask of the step it is.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/base/random.h"
#include "assay/learners/tensor/torch.h"

namespace assay::learners {

// Hands out the masks of one training step, in the order in which the model asks for them.
class Dropout {
 public:
  // None: prediction, and training without dropout.
  Dropout() = default;
  Dropout(std::uint64_t seed, std::uint64_t step, double rate);

  bool is_on() const { return rate_ > 0; }
  // The masks that follow are of this rate; in prediction there is still none.
  void set_rate(double rate) { rate_ = is_training_ ? rate : 0; }
  // Values 0 and 1 / (1 - rate).
  Tensor mask(at::IntArrayRef shape, const at::TensorOptions& options);
  // `x` times a mask; `x` itself when dropout is off.
  Tensor apply(const Tensor& x);
  // `x` plus `y` times a mask.
  Tensor add(const Tensor& x, const Tensor& y);
  // The positive values of `x` times a mask, as one step of autograd that keeps nothing but its
  // result: where that is positive, the gradient passes.
  Tensor apply_relu(const Tensor& x);

 private:
  Key key_{};
  std::uint64_t step_ = 0;
  std::uint32_t site_ = 0;
  double rate_ = 0;
  bool is_training_ = false;
};

}  // namespace assay::learners
