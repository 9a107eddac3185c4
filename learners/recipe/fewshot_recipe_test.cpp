#include "assay/learners/recipe/fewshot_recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/learners/recipe/any_recipe.h"

namespace assay::learners {
namespace {

std::string fewshot_problem(const std::string& text,
                            const std::map<std::string, std::string>& settings = {}) {
  try {
    parse_any_recipe("model = \"prototypes\"\n" + text, "r.toml", settings);
  } catch (const Error& problem) {
    return problem.what();
  }
  return "";
}

TEST(FewshotRecipe, AllKeysComeBack) {
  const FewshotRecipe recipe = parse_fewshot_recipe(
      "model = \"prototypes\"\npooling = \"relation\"\nwidth = 128\nrate = 0.5", "r.toml");
  EXPECT_EQ(recipe.width, 128);
  EXPECT_EQ(recipe_text(parse_fewshot_recipe(recipe_text(recipe), "r.toml")), recipe_text(recipe));
}

TEST(FewshotRecipe, IsChosenByTheKeyModel) {
  EXPECT_TRUE(
      std::holds_alternative<FewshotRecipe>(parse_any_recipe("model = \"prototypes\"", "r.toml")));
  EXPECT_TRUE(std::holds_alternative<LearnerRecipe>(parse_any_recipe("width = 64", "r.toml")));
  EXPECT_TRUE(std::holds_alternative<FewshotRecipe>(
      parse_any_recipe("", "r.toml", {{"model", "prototypes"}})));
  EXPECT_EQ(steps_of(parse_any_recipe("model = \"prototypes\"\nsteps = 7", "r.toml")), 7);
  EXPECT_EQ(recipe_text(parse_any_recipe("width = 64", "r.toml")),
            recipe_text(parse_learner_recipe("width = 64", "r.toml")));
}

TEST(FewshotRecipe, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(fewshot_problem("poling = 3"),
            "r.toml:2:1: unknown key \"poling\"; did you mean \"pooling\"?");
  EXPECT_EQ(fewshot_problem("width = 1.5"), "r.toml:2:9: width is a whole number");
  EXPECT_EQ(fewshot_problem("dropout = 2"), "r.toml:2:11: dropout is from 0 to 0.99");
  EXPECT_THAT(fewshot_problem("pooling = \"sum\""),
              testing::HasSubstr("r.toml:2:11: pooling cannot be \"sum\""));
  EXPECT_THAT(fewshot_problem("", {{"widht", "3"}}), testing::HasSubstr("--set: unknown key"));
}

TEST(FewshotRecipe, KeysWithoutAUseAreRefused) {
  EXPECT_EQ(fewshot_problem("heads = 4"),
            "r.toml: the pooling \"average\" has no use for the key heads; remove it");
  EXPECT_EQ(fewshot_problem("word_width = 4"),
            "r.toml: a learner with alpha 0 has no use for the key word_width; remove it");
  EXPECT_THAT(fewshot_problem("pooling = \"concat\"\nabsent = \"left_out\""),
              testing::HasSubstr("absent must be \"shown\""));
  EXPECT_THAT(fewshot_problem("schedule = \"linear\""), testing::HasSubstr("give steps"));
  EXPECT_THAT(fewshot_problem("pooling = \"transformer\"\nheads = 5"),
              testing::HasSubstr("5 heads do not divide the object_width 96"));
}

}  // namespace
}  // namespace assay::learners
