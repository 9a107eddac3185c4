#include "assay/learners/training/schedule.h"

#include <algorithm>
#include <cmath>

namespace assay::learners {

double learning_rate(const Schedule& schedule, std::uint64_t step) {
  const auto number = static_cast<double>(step);
  const auto warmup = static_cast<double>(schedule.warmup);
  if (schedule.name == "noam")
    return schedule.rate * std::min(1.0, number / warmup) / std::sqrt(std::max(number, warmup));
  if (schedule.name == "exponential")
    return schedule.rate * (number < warmup ? std::pow(0.01, (warmup - number) / warmup) : 1.0);
  const double risen = schedule.rate * (number < warmup ? number / warmup : 1.0);
  if (schedule.name == "constant") return risen;
  const auto steps = static_cast<double>(schedule.steps);
  return std::min(
      risen, schedule.rate * std::max(0.0, steps + 1 - number) / std::max(1.0, steps - warmup));
}

double learning_rate(const LearnerRecipe& recipe, std::uint64_t step) {
  return learning_rate({.name = recipe.schedule,
                        .rate = recipe.rate,
                        .warmup = recipe.warmup,
                        .steps = recipe.steps},
                       step);
}

}  // namespace assay::learners
