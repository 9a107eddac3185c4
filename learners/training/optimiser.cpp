#include "assay/learners/training/optimiser.h"

namespace assay::learners {

double gradient_norm(const Parameters& parameters) {
  const Tensor& gradient = parameters.gradient();
  return gradient.is_cpu() ? norm_of(floats_of(gradient)) : gradient.norm().item<double>();
}

void optimise(const Parameters& parameters, Moments& moments, const AdamSettings& settings,
              std::uint64_t step, double rate, double gradient_scale) {
  if (!parameters.values().is_cpu()) {
    plain_optimise(parameters, moments, settings, step, rate, gradient_scale);
    return;
  }
  adam_step({.parameters = floats_of(parameters.values()),
             .gradient = floats_of(parameters.gradient()),
             .first = floats_of(moments.first),
             .second = floats_of(moments.second)},
            settings, step, rate, gradient_scale);
}

void plain_optimise(const Parameters& parameters, Moments& moments, const AdamSettings& settings,
                    std::uint64_t step, double rate, double gradient_scale) {
  const at::NoGradGuard no_gradient;
  const Tensor slope = parameters.gradient() * gradient_scale;
  moments.first.mul_(settings.beta1).add_(slope, 1 - settings.beta1);
  moments.second.mul_(settings.beta2).addcmul_(slope, slope, 1 - settings.beta2);
  parameters.values().addcdiv_(moments.first, moments.second.sqrt().add_(settings.epsilon),
                               -corrected_rate(settings, step, rate));
}

}  // namespace assay::learners
