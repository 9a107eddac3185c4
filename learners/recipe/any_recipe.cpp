#include "assay/learners/recipe/any_recipe.h"

#include "assay/learners/recipe/recipe_table.h"

namespace assay::learners {

namespace {

// What is no TOML names no model: the parser of sequence learners says what is wrong with it.
std::string model_named_in(const std::string& text,
                           const std::map<std::string, std::string>& settings) {
  if (const auto set = settings.find("model"); set != settings.end()) return set->second;
  try {
    const toml::table table = toml::parse(text);
    return table["model"].value_or(std::string());
  } catch (const toml::parse_error&) {
    return {};
  }
}

}  // namespace

AnyRecipe parse_any_recipe(const std::string& text, const std::string& file,
                           const std::map<std::string, std::string>& settings) {
  if (model_named_in(text, settings) == FewshotRecipe{}.model)
    return parse_fewshot_recipe(text, file, settings);
  return parse_learner_recipe(text, file, settings);
}

std::string recipe_text(const AnyRecipe& recipe) {
  return std::visit([](const auto& each) { return recipe_text(each); }, recipe);
}

std::int64_t steps_of(const AnyRecipe& recipe) {
  return std::visit([](const auto& each) { return each.steps; }, recipe);
}

}  // namespace assay::learners
