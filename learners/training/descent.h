// One way down the loss: gradient, its norm, Adam. What every trainer does after its loss is there.
#pragma once

#include "assay/learners/training/checkpoint.h"
#include "assay/learners/training/optimiser.h"

namespace assay::learners {

class Descent {
 public:
  // The parameters must outlive it.
  Descent(Parameters& parameters, const AdamSettings& settings, double clip);

  // The step with this number, from 1; gradients were cleared before `loss` was made. Returns its
  // value. Throws Error(kInput) when it is no number or beyond hope, and changes nothing then.
  double step(const Tensor& loss, std::uint64_t number, double rate);

  // Parameters and moments.
  void save(Checkpoint& checkpoint) const;
  void restore(const Checkpoint& checkpoint);

 private:
  Parameters& parameters_;
  AdamSettings settings_;
  double clip_;  // of the gradient's norm; 0: none
  Moments moments_;
};

// Names and shapes, a line each.
std::string layout_of(const Parameters& parameters);

// Between a tensor on any device and plain numbers of the same count.
std::vector<float> copy_of(const Tensor& tensor);
void copy_to(const Tensor& to, const std::vector<float>& from);

// Throws Error for a device that is neither cpu nor cuda, or not there.
at::TensorOptions options_of(const std::string& device);

}  // namespace assay::learners
