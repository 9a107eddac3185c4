#include "assay/learners/numbers/adam.h"

#include <array>
#include <cmath>

#include "assay/base/error.h"
#include "assay/learners/numbers/vector_units.h"

namespace assay::learners {

namespace {

// Constants of a step, as the loop needs them.
struct StepNumbers {
  float keep_first, add_first, keep_second, add_second, rate, epsilon, scale;
};

ASSAY_VECTOR_UNITS void update(std::size_t count, float* __restrict__ parameters,
                               const float* __restrict__ gradient, float* __restrict__ first,
                               float* __restrict__ second, StepNumbers step) {
  for (std::size_t i = 0; i < count; ++i) {
    const float slope = gradient[i] * step.scale;
    first[i] = step.keep_first * first[i] + step.add_first * slope;
    second[i] = step.keep_second * second[i] + step.add_second * slope * slope;
    parameters[i] -= step.rate * first[i] / (std::sqrt(second[i]) + step.epsilon);
  }
}

constexpr std::size_t kSums = 16;

ASSAY_VECTOR_UNITS double squared_norm(const float* values, std::size_t count) {
  std::array<double, kSums> sums{};
  std::size_t i = 0;
  for (; i + kSums <= count; i += kSums) {
    for (std::size_t lane = 0; lane < kSums; ++lane) {
      const double value = values[i + lane];
      sums[lane] += value * value;
    }
  }
  double total = 0;
  for (; i < count; ++i) total += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  for (const double sum : sums) total += sum;
  return total;
}

}  // namespace

double corrected_rate(const AdamSettings& settings, std::uint64_t step, double rate) {
  const auto number = static_cast<double>(step);
  return rate * std::sqrt(1 - std::pow(settings.beta2, number)) /
         (1 - std::pow(settings.beta1, number));
}

void adam_step(const AdamArrays& arrays, const AdamSettings& settings, std::uint64_t step,
               double rate, double gradient_scale) {
  const std::size_t count = arrays.parameters.size();
  ASSAY_CHECK(arrays.gradient.size() == count && arrays.first.size() == count &&
              arrays.second.size() == count);
  update(count, arrays.parameters.data(), arrays.gradient.data(), arrays.first.data(),
         arrays.second.data(),
         {.keep_first = static_cast<float>(settings.beta1),
          .add_first = static_cast<float>(1 - settings.beta1),
          .keep_second = static_cast<float>(settings.beta2),
          .add_second = static_cast<float>(1 - settings.beta2),
          .rate = static_cast<float>(corrected_rate(settings, step, rate)),
          .epsilon = static_cast<float>(settings.epsilon),
          .scale = static_cast<float>(gradient_scale)});
}

double norm_of(std::span<const float> values) {
  return std::sqrt(squared_norm(values.data(), values.size()));
}

}  // namespace assay::learners
