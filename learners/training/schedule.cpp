#include "assay/learners/training/schedule.h"

#include <algorithm>
#include <cmath>

namespace assay::learners {

double learning_rate(const LearnerRecipe& recipe, std::uint64_t step) {
  const auto number = static_cast<double>(step);
  const auto warmup = static_cast<double>(recipe.warmup);
  if (recipe.schedule == "noam")
    return recipe.rate * std::min(1.0, number / warmup) / std::sqrt(std::max(number, warmup));
  if (recipe.schedule == "exponential")
    return recipe.rate * (number < warmup ? std::pow(0.01, (warmup - number) / warmup) : 1.0);
  const double risen = recipe.rate * (number < warmup ? number / warmup : 1.0);
  if (recipe.schedule == "constant") return risen;
  if (recipe.schedule == "decay")
    return risen * std::pow(recipe.decay, number / static_cast<double>(recipe.decay_steps));
  const auto steps = static_cast<double>(recipe.steps);
  return std::min(risen,
                  recipe.rate * std::max(0.0, steps + 1 - number) / std::max(1.0, steps - warmup));
}

}  // namespace assay::learners
