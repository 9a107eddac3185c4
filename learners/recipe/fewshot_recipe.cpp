#include "assay/learners/recipe/fewshot_recipe.h"

#include "assay/learners/recipe/recipe_table.h"

namespace assay::learners {

namespace {

const RecipeTable<FewshotRecipe>& fewshot_table() {
  using R = FewshotRecipe;
  static const RecipeTable<FewshotRecipe> kTable({
      {"model", &R::model, 0, 0, {"prototypes"}},
      {"encoder", &R::encoder, 0, 0, {"schema"}},
      {"object_width", &R::object_width, 1, 8192},
      {"pooling", &R::pooling, 0, 0, {"average", "concat", "relation", "transformer"}},
      {"width", &R::width, 2, 8192},
      {"features", &R::features, 1, 8192},
      {"absent", &R::absent, 0, 0, {"shown", "left_out"}},
      {"layers", &R::layers, 1, 100},
      {"heads", &R::heads, 1, 256},
      {"filter", &R::filter, 1, 65536},
      {"dropout", &R::dropout, 0, 0.99},
      {"alpha", &R::alpha, 0, 1e6},
      {"word_width", &R::word_width, 1, 8192},
      {"stream", &R::stream},
      {"episodes", &R::episodes, 2, 1e5},
      {"schedule", &R::schedule, 0, 0, {"constant", "linear"}},
      {"rate", &R::rate, 0, 1e3},
      {"warmup", &R::warmup, 0, 1e9},
      {"steps", &R::steps, 0, 1e12},
      {"beta1", &R::beta1, 0, 0.999999},
      {"beta2", &R::beta2, 0, 0.99999999},
      {"epsilon", &R::epsilon, 1e-30, 1},
      {"clip", &R::clip, 0, 1e9},
  });
  return kTable;
}

void check_fewshot(const FewshotRecipe& recipe, const std::string& file) {
  if (recipe.schedule == "linear" && recipe.steps == 0)
    fail(ErrorKind::kUsage, "{}: the schedule \"linear\" falls to 0 at the last step: give steps",
         file);
  if (recipe.pooling == "transformer") {
    if (recipe.object_width % recipe.heads != 0)
      fail(ErrorKind::kUsage, "{}: {} heads do not divide the object_width {}", file, recipe.heads,
           recipe.object_width);
    fewshot_table().expect_defaults(recipe, file, {"width"}, "the pooling \"transformer\"");
  } else {
    fewshot_table().expect_defaults(recipe, file, {"layers", "heads", "filter"},
                                    "the pooling \"" + recipe.pooling + '"');
  }
  if (recipe.pooling == "concat" && recipe.absent == "left_out")
    fail(ErrorKind::kUsage,
         "{}: the pooling \"concat\" has a vector for every place: absent must be \"shown\"", file);
  if (recipe.alpha == 0)
    fewshot_table().expect_defaults(recipe, file, {"word_width"}, "a learner with alpha 0");
}

}  // namespace

FewshotRecipe parse_fewshot_recipe(const std::string& text, const std::string& file,
                                   const std::map<std::string, std::string>& settings) {
  FewshotRecipe recipe = fewshot_table().parse(text, file, settings);
  check_fewshot(recipe, file);
  return recipe;
}

std::string recipe_text(const FewshotRecipe& recipe) { return fewshot_table().text(recipe); }

}  // namespace assay::learners
