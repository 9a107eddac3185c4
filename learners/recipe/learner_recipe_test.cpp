#include "assay/learners/recipe/learner_recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/learners/recipe/any_recipe.h"
#include "assay/learners/recipe/own_recipes.h"

namespace assay::learners {
namespace {

std::string problem_of(const std::string& text,
                       const std::map<std::string, std::string>& settings = {}) {
  try {
    parse_learner_recipe(text, "r.toml", settings);
  } catch (const Error& problem) {
    return problem.what();
  }
  return "";
}

TEST(LearnerRecipe, AllKeysComeBack) {
  LearnerRecipe recipe =
      parse_learner_recipe("model = \"transformer\"\nwidth = 64\nheads = 4\nrate = 0.5", "r.toml");
  EXPECT_EQ(recipe.width, 64);
  EXPECT_EQ(recipe_text(parse_learner_recipe(recipe_text(recipe), "r.toml")), recipe_text(recipe));
}

TEST(LearnerRecipe, KeysOfWorldsStandOnlyWithLearnersOfWorlds) {
  const auto text_of = [](const std::string& model) {
    return recipe_text(parse_learner_recipe("model = \"" + model + "\"\nwidth = 64", "r.toml"));
  };
  // What stands in the files of finished runs of sequences must not change.
  EXPECT_THAT(text_of("lstm"), testing::Not(testing::HasSubstr("grid")));
  EXPECT_THAT(text_of("lstm"), testing::HasSubstr("step_vectors = false\ntarget_space = false\n"
                                                  "batch_rows = 64\n"));
  EXPECT_THAT(text_of("mlstm"), testing::HasSubstr("grid = 6\n"));
  EXPECT_THAT(text_of("mlstm"), testing::Not(testing::HasSubstr("rounds")));
  EXPECT_THAT(text_of("gcn_lstm"), testing::HasSubstr("rounds = 4\n"));
  for (const char* model : {"mlstm", "gcn_lstm"})
    EXPECT_EQ(recipe_text(parse_learner_recipe(text_of(model), "r.toml")), text_of(model));
}

TEST(LearnerRecipe, AnEditionDecidesWhatIsNotSaid) {
  const auto gcn = [](const std::string& more) {
    return parse_learner_recipe("model = \"gcn_lstm\"\nwidth = 64\ntarget_dropout = 0.15\n" + more,
                                "r.toml");
  };
  EXPECT_FALSE(has_coordinates(gcn("")));
  EXPECT_DOUBLE_EQ(dropped_of_target(gcn("")), 0.85);
  EXPECT_TRUE(has_coordinates(gcn("edition = \"repaired\"")));
  EXPECT_DOUBLE_EQ(dropped_of_target(gcn("edition = \"repaired\"")), 0.15);
  EXPECT_TRUE(has_coordinates(gcn("coordinates = \"on\"")));
  EXPECT_DOUBLE_EQ(dropped_of_target(gcn("dropout_as = \"meant\"")), 0.15);
  EXPECT_FALSE(has_coordinates(gcn("edition = \"repaired\"\ncoordinates = \"off\"")));
}

TEST(LearnerRecipe, SettingsWin) {
  const LearnerRecipe recipe =
      parse_learner_recipe("width = 64", "r.toml", {{"width", "32"}, {"attention", "additive"}});
  EXPECT_EQ(recipe.width, 32);
  EXPECT_EQ(recipe.attention, "additive");
}

TEST(LearnerRecipe, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(problem_of("widht = 3"), "r.toml:1:1: unknown key \"widht\"; did you mean \"width\"?");
  EXPECT_EQ(problem_of("width = 1.5"), "r.toml:1:9: width is a whole number");
  EXPECT_EQ(problem_of("dropout = 2"), "r.toml:1:11: dropout is from 0 to 0.99");
  EXPECT_THAT(problem_of("model = \"gru\""), testing::HasSubstr("model cannot be \"gru\""));
  EXPECT_THAT(problem_of("norm = \"post\""), testing::HasSubstr("has no use for the key norm"));
  EXPECT_THAT(problem_of("batch_tokens = 100"),
              testing::HasSubstr("one of batch_rows and batch_tokens"));
  EXPECT_THAT(problem_of("width = 10\nheads = 3"), testing::HasSubstr("heads do not divide"));
  EXPECT_THAT(problem_of("schedule = \"decay\""), testing::HasSubstr("mlstm and gcn_lstm"));
  const std::string gcn = "model = \"gcn_lstm\"\n";
  EXPECT_THAT(problem_of(gcn + "layers = 3"), testing::HasSubstr("no use for the key layers"));
  EXPECT_THAT(problem_of(gcn + "width = 30"), testing::HasSubstr("a multiple of 4"));
  EXPECT_THAT(problem_of(gcn + "kernel = 8"), testing::HasSubstr("side is odd"));
  EXPECT_THAT(problem_of("", {{"widht", "3"}}), testing::HasSubstr("--set: unknown key \"widht\""));
}

TEST(LearnerRecipe, TheProgramHasSomeOfItsOwn) {
  EXPECT_THAT(
      own_recipe_names(),
      testing::IsSupersetOf({"lstm_small", "lstm_cfq", "transformer_small", "transformer_cfq",
                             "universal_small", "universal_cfq", "mlstm_gscan", "mlstm_reascan",
                             "mlstm_small", "gcn_reascan", "gcn_small"}));
  for (const std::string& name : own_recipe_names()) {
    const TextFile recipe = find_recipe(name);
    EXPECT_EQ(recipe.name, "recipes/learners/" + name + ".toml");
    EXPECT_GT(steps_of(parse_any_recipe(recipe.text, recipe.name)), 0);
  }
}

TEST(LearnerRecipe, NamesThatAreNotThereAreRefused) {
  EXPECT_THAT([] { find_recipe("lstm_smal"); },
              testing::ThrowsMessage<Error>(
                  testing::AllOf(testing::HasSubstr("there is no learner \"lstm_smal\""),
                                 testing::HasSubstr("lstm_small"))));
  EXPECT_THROW(find_recipe("nowhere/lstm_small.toml"), Error);
}

}  // namespace
}  // namespace assay::learners
