// A linear map on the last axis.
#pragma once

#include <string>

#include "assay/learners/tensor/parameters.h"

namespace assay::learners {

struct Linear {
  Tensor weight;  // [inputs, outputs]
  Tensor bias;    // [outputs], or undefined

  // Glorot uniform; biases begin at 0.
  static Linear make(Parameters& parameters, const std::string& name, std::int64_t inputs,
                     std::int64_t outputs, bool with_bias);
  Tensor operator()(const Tensor& x) const;
};

}  // namespace assay::learners
