// The learning rate of each step.
#pragma once

#include <cstdint>

#include "assay/learners/recipe/learner_recipe.h"

namespace assay::learners {

// Of the step with this number, from 1, with warm-up w and the recipe's rate r:
//   constant     r; before w it rises in equal steps
//   exponential  r; before w it rises from a hundredth by equal factors
//   noam         r * min(1, s / w) * max(s, w)^-0.5
//   decay        r times decay^(s / decay_steps)
//   linear       as constant, and falls in equal steps to 0 behind the recipe's last step
double learning_rate(const LearnerRecipe& recipe, std::uint64_t step);

}  // namespace assay::learners
