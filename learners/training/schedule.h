// The learning rate of each step.
#pragma once

#include <cstdint>
#include <string>

#include "assay/learners/recipe/learner_recipe.h"

namespace assay::learners {

struct Schedule {
  std::string name;  // as below
  double rate = 0;
  std::int64_t warmup = 0;
  std::int64_t steps = 0;  // linear falls to 0 behind the last
  double decay = 1;
  std::int64_t decay_steps = 1;
};

// Of the step with this number, from 1, with warm-up w and the recipe's rate r:
//   constant     r; before w it rises in equal steps
//   exponential  r; before w it rises from a hundredth by equal factors
//   noam         r * min(1, s / w) * max(s, w)^-0.5
//   decay        r times decay^(s / decay_steps)
//   linear       as constant, and falls in equal steps to 0 behind the recipe's last step
double learning_rate(const Schedule& schedule, std::uint64_t step);
double learning_rate(const LearnerRecipe& recipe, std::uint64_t step);

}  // namespace assay::learners
