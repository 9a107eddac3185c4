// A linear map with PyTorch's own first values, which the paper keeps for encoders and decoders.
#pragma once

#include <cmath>
#include <string>

#include "assay/learners/blocks/linear.h"

namespace assay::learners {

inline Linear library_linear(Parameters& parameters, const std::string& name, std::int64_t inputs,
                             std::int64_t outputs) {
  const Start start{Start::Law::kUniform, 1 / std::sqrt(static_cast<double>(inputs))};
  return {.weight = parameters.add(name + ".weight", {inputs, outputs}, start),
          .bias = parameters.add(name + ".bias", {outputs}, start)};
}

}  // namespace assay::learners
