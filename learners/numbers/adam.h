// Adam (Kingma and Ba 2015) over one array of all parameters, as TensorFlow does it: epsilon stands
// beside the root of the uncorrected second moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::learners {

struct AdamSettings {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
};

// The rate of the step with this number, from 1, times the corrections of both moments.
double corrected_rate(const AdamSettings& settings, std::uint64_t step, double rate);

// What a step works on; all of one size.
struct AdamArrays {
  std::span<float> parameters;
  std::span<const float> gradient;
  std::span<float> first;  // moments
  std::span<float> second;
};

// The step with this number, from 1; the gradient counts `gradient_scale` times.
void adam_step(const AdamArrays& arrays, const AdamSettings& settings, std::uint64_t step,
               double rate, double gradient_scale);

// The Euclidean norm; summed in a fixed order.
double norm_of(std::span<const float> values);

}  // namespace assay::learners
