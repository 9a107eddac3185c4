#include "assay/verbs/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay::verbs {
namespace {

using testing::ElementsAre;

std::vector<std::string> lines_of(const MergedRecipe& merged) {
  std::vector<std::string> lines;
  for (const RecipeValue& value : merged.values) {
    const char* origin = value.origin == Origin::kRequest ? "asked"
                         : value.origin == Origin::kFile  ? "file"
                                                          : "default";
    lines.push_back(value.name + " = " + value.value + " (" + origin + ")");
  }
  return lines;
}

TEST(MergedRecipes, SayWhereEachValueComesFrom) {
  const ScratchFolder folder;
  const std::string file = folder.put("scan.toml",
                                      "task = \"scan\"\n"
                                      "seed = 3\n"
                                      "rows = 50\n"
                                      "[params]\n"
                                      "conjunctions = 2\n"
                                      "[[split]]\n"
                                      "name = \"long\"\n"
                                      "method = \"length\"\n"
                                      "longest = 22\n");
  const MergedRecipe merged = merged_recipe({.file = file,
                                             .rows = 40,
                                             .order = RowOrder::kBlocks,
                                             .with_rules = false,
                                             .params = {{"meanings", "nested"}}});
  EXPECT_THAT(lines_of(merged),
              ElementsAre("task = scan (file)", "seed = 3 (file)", "rows = 40 (asked)",
                          "order = blocks (asked)", "rules = false (asked)",
                          "rows_per_file = 250000 (file)", "params.conjunctions = 2 (file)",
                          "params.least_modifiers = 0 (default)",
                          "params.meanings = nested (asked)", "params.most_modifiers = 2 (default)",
                          R"(split long = {"method":"length","by":"output","longest":22} (file))"));
  EXPECT_EQ(merged.recipe.rows, 40U);
  EXPECT_FALSE(merged.recipe.with_rules);
  EXPECT_EQ(merged.recipe.params.at("conjunctions"), "2");
  EXPECT_EQ(merged.recipe.params.at("meanings"), "nested");
}

TEST(MergedRecipes, HaveTheDefaultsOfTheTask) {
  EXPECT_THAT(
      lines_of(merged_recipe({.task = "scan", .seed = 7})),
      ElementsAre("task = scan (asked)", "seed = 7 (asked)", "rows = all (default)",
                  "order = spread (default)", "rules = true (default)",
                  "rows_per_file = 250000 (default)", "params.conjunctions = 1 (default)",
                  "params.least_modifiers = 0 (default)", "params.meanings = flat (default)",
                  "params.most_modifiers = 2 (default)"));
}

TEST(MergedRecipes, RefuseWhatCannotBe) {
  EXPECT_THROW(merged_recipe({}), Error);
  EXPECT_THROW(merged_recipe({.task = "scan", .seed = 1, .fresh_seed = true}), Error);
  EXPECT_THROW(merged_recipe({.task = "scan", .seed = UINT64_MAX}), Error);
  EXPECT_THROW(merged_recipe({.task = "scan", .rows_per_file = 0}), Error);
  EXPECT_THROW(merged_recipe({.task = "scan", .params = {{"conjunctions", "8"}}}), Error);
}

TEST(Generate, WritesASetOnceAndTheSameLines) {
  const ScratchFolder folder;
  GenerateRequest request{.recipe = merged_recipe({.task = "scan", .rows = 5}).recipe,
                          .out = folder / "set"};
  const MadeSet made = generate(request);
  EXPECT_EQ(made.manifest.rows(), 5U);
  EXPECT_EQ(made.unit, "command");
  EXPECT_FALSE(made.was_complete);
  EXPECT_TRUE(generate(request).was_complete);

  std::string lines;
  generate_lines(request, {}, [&](std::string_view bytes) { lines += bytes; });
  EXPECT_EQ(lines.size(), made.manifest.files.front().bytes);
}

}  // namespace
}  // namespace assay::verbs
