// Recipes, as users write them.
#include <nlohmann/json.hpp>

#include "assay/pipeline/methods/split_methods.h"
#include "assay/store/recipe.h"
#include "fuzz_promises.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

void recipes(std::string_view bytes) {
  static const std::vector<SplitForm> kForms = split_forms();
  const auto read = [](const std::string& text) {
    return parse_recipe(text, "recipe.toml", kForms);
  };
  Recipe recipe;
  if (!takes([&] { recipe = read(std::string(bytes)); })) return;
  const auto json = to_json(recipe);
  require(to_json(read(recipe_toml(recipe))) == json, "a recipe that was saved reads equal");
  require(to_json(recipe_from_json(json)) == json, "a recipe in a manifest reads equal");
}

}  // namespace assay::fuzz
