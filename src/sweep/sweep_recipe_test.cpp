#include "assay/sweep/sweep_recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::optional<std::string> variable(const std::string& name) {
  if (name == "PLACE") return "/there";
  return std::nullopt;
}

constexpr const char* kText = R"(title = "T"
data = "../scan/d.toml"
results = "r.jsonl"
curve = ["a"]

[[import]]
name = "mcd1"
index = "$PLACE/mcd1.json"

[[runs]]
models = ["lstm_small", "own.toml"]
splits = ["a", "mcd1"]
also = ["b"]
seeds = [1, 2]
set = { dropout = [0.1, 0.3], norm = "post", steps = 100, input_feeding = true }

[[runs]]
models = ["lstm_cfq"]
)";

std::string problem_of(const std::string& text) {
  try {
    parse_sweep_recipe(text, "s/x.toml", variable);
  } catch (const Error& problem) {
    return problem.what();
  }
  return "";
}

TEST(SweepRecipe, IsRead) {
  const SweepRecipe recipe = parse_sweep_recipe(kText, "s/x.toml", variable);
  EXPECT_EQ(recipe.name, "x");
  EXPECT_EQ(recipe.title, "T");
  EXPECT_EQ(recipe.data, "scan/d.toml");
  EXPECT_EQ(recipe.results, "s/r.jsonl");
  EXPECT_THAT(recipe.curve, ElementsAre("a"));
  ASSERT_EQ(recipe.imports.size(), 1U);
  EXPECT_EQ(recipe.imports[0].index, "/there/mcd1.json");
  EXPECT_EQ(recipe.imports[0].of, "");
  ASSERT_EQ(recipe.runs.size(), 2U);
  EXPECT_THAT(recipe.runs[0].models, ElementsAre("lstm_small", "s/own.toml"));
  EXPECT_THAT(recipe.runs[0].also, ElementsAre("b"));
  EXPECT_THAT(recipe.runs[0].seeds, ElementsAre(1, 2));
  EXPECT_THAT(recipe.runs[0].settings.at("dropout"), ElementsAre("0.1", "0.3"));
  EXPECT_THAT(recipe.runs[0].settings.at("norm"), ElementsAre("post"));
  EXPECT_THAT(recipe.runs[0].settings.at("steps"), ElementsAre("100"));
  EXPECT_THAT(recipe.runs[0].settings.at("input_feeding"), ElementsAre("true"));
  EXPECT_THAT(recipe.runs[1].splits, IsEmpty());
  EXPECT_THAT(recipe.runs[1].seeds, ElementsAre(0));
}

TEST(SweepRecipe, MistakesAreNamedWithTheirPlace) {
  const std::string head = "data = \"d\"\nresults = \"r\"\n";
  EXPECT_EQ(problem_of(head + "[[runs]]\nmodels = [\"lstm_small\"]\nsead = [1]"),
            "s/x.toml:5:1: unknown key \"sead\"; did you mean \"seeds\", \"set\"?");
  EXPECT_THAT(problem_of(head), HasSubstr("a sweep needs [[runs]]"));
  EXPECT_THAT(problem_of("results = \"r\""), HasSubstr("\"data\" is missing"));
  EXPECT_THAT(problem_of(head + "[[runs]]\nseeds = [1]"), HasSubstr("[[runs]] needs \"models\""));
  EXPECT_THAT(problem_of(head + "[[runs]]\nmodels = \"lstm_small\""),
              HasSubstr("s/x.toml:4:10: \"models\" must be a list"));
  EXPECT_THAT(problem_of(head + "[[runs]]\nmodels = [\"a\"]\nseeds = [-1]"),
              HasSubstr("whole numbers, 0 or more"));
  EXPECT_THAT(problem_of(head + "[[runs]]\nmodels = [\"a\"]\nset = { steps = [] }"),
              HasSubstr("the list is empty"));
  EXPECT_THAT(problem_of(head + "[[runs]]\nmodels = [\"lstm_small\"]\nalso = [\"b\"]"),
              HasSubstr("\"also\" needs \"splits\""));
  EXPECT_THAT(problem_of("data = \"$NOWHERE/d\"\nresults = \"r\"\n[[runs]]\nmodels = [\"a\"]"),
              HasSubstr("the environment has no NOWHERE"));
  EXPECT_THAT(problem_of("data = "), HasSubstr("s/x.toml:1:"));
  EXPECT_THAT(problem_of("\ndata = " + std::string(1000, '[')),
              HasSubstr("s/x.toml:2: is nested more than"));
  EXPECT_THAT(problem_of("data = \"\""),
              HasSubstr("s/x.toml:1:8: \"data\" must be text in quotes"));
}

}  // namespace
}  // namespace assay
