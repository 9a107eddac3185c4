// A recipe of whatever learner its key `model` names.
#pragma once

#include <variant>

#include "assay/learners/recipe/fewshot_recipe.h"
#include "assay/learners/recipe/learner_recipe.h"

namespace assay::learners {

using AnyRecipe = std::variant<LearnerRecipe, FewshotRecipe>;

// Throws Error(kUsage) as the parsers of each do.
AnyRecipe parse_any_recipe(const std::string& text, const std::string& file,
                           const std::map<std::string, std::string>& settings = {});

std::string recipe_text(const AnyRecipe& recipe);
std::int64_t steps_of(const AnyRecipe& recipe);

}  // namespace assay::learners
