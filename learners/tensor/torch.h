// The part of LibTorch that learners use, read once as a precompiled header: tensors, their
// functions and autograd. Nothing of torch::nn, torch::optim or its serialisation, so 1.13 and 2.x
// serve alike.
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace assay::learners {

using at::Tensor;

}  // namespace assay::learners
