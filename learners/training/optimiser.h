// Adam over all parameters of a model: by loops over plain arrays on a CPU (numbers/adam.h), by
// operations of LibTorch on other devices.
#pragma once

#include <cstdint>

#include "assay/learners/numbers/adam.h"
#include "assay/learners/tensor/parameters.h"

namespace assay::learners {

// Both [count], as the parameters lie.
struct Moments {
  Tensor first;
  Tensor second;

  explicit Moments(const Parameters& parameters)
      : first(at::zeros_like(parameters.values())), second(at::zeros_like(parameters.values())) {}
};

double gradient_norm(const Parameters& parameters);

// The step with this number, from 1; the gradient counts `gradient_scale` times.
void optimise(const Parameters& parameters, Moments& moments, const AdamSettings& settings,
              std::uint64_t step, double rate, double gradient_scale);

// The same by operations of LibTorch.
void plain_optimise(const Parameters& parameters, Moments& moments, const AdamSettings& settings,
                    std::uint64_t step, double rate, double gradient_scale);

}  // namespace assay::learners
