#include "assay/verbs/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/error_testing.h"
#include "assay/base/files.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/verbs/generate.h"

namespace assay::verbs {
namespace {

using testing::HasSubstr;

// Rows 0 to 9 by their lengths: those above `longest` are tested.
SplitRequest by_length(const std::string& data, std::uint64_t longest) {
  SplitRequest request{data, {"long", "length", {}}};
  request.spec.set("longest", longest);
  return request;
}

std::string ten_lines() {
  std::string lines;
  std::string target;
  for (int i = 0; i < 10; ++i) {
    target += "a ";
    lines += R"({"input":"x )" + std::to_string(i) + R"(","target":")" + target + "\"}\n";
  }
  return lines;
}

TEST(SplitDocument, HasEveryMemberInItsPlace) {
  SplitResult result{{}, "d/splits/a.json"};
  result.file.claim = {"a", "random", {}};
  result.file.claim.set("seed", std::uint64_t{3});
  result.file.split = {{0, 1, 1}, {2}, {3}};
  result.file.subject.rows = 6;
  result.file.notes = {"fewer"};
  EXPECT_EQ(to_json(result).dump(),
            R"({"path":"d/splits/a.json","claim":{"method":"random","seed":3},)"
            R"("rows":{"train":3,"dev":1,"test":1,"unused":2},"notes":["fewer"]})");
  result.file.report.emplace();
  EXPECT_TRUE(to_json(result).contains("pairs"));
}

TEST(Split, StandsBesideAFileOfLines) {
  const ScratchFolder folder;
  const SplitResult result = split(by_length(folder.put("rows.jsonl", ten_lines()), 7));
  EXPECT_EQ(result.path, folder / "splits/long.json");
  EXPECT_EQ(result.file.split.test, (std::vector<std::uint64_t>{7, 8, 9}));
  EXPECT_EQ(read_split(Folder::open(folder.path()), "long", result.file.subject).split,
            result.file.split);
}

TEST(Split, StandsInTheFolderOfADataSet) {
  const ScratchFolder folder;
  generate({.recipe = merged_recipe({.task = "scan", .rows = 20}).recipe, .out = folder / "set"});
  const SplitResult result = split(by_length(folder / "set", 10));
  EXPECT_EQ(result.path, folder / "set/splits/long.json");
  EXPECT_EQ(read_split(DataSet(folder / "set"), "long").split, result.file.split);
}

TEST(Split, ReplacesAnotherOnlyByForce) {
  const ScratchFolder folder;
  SplitRequest request = by_length(folder.put("rows.jsonl", ten_lines()), 7);
  split(request);
  EXPECT_NO_THROW(split(request));  // the same again

  request = by_length(request.data, 5);
  try {
    split(request);
    FAIL();
  } catch (const Error& problem) {
    EXPECT_EQ(problem.kind(), ErrorKind::kUsage);
    EXPECT_THAT(problem.what(), HasSubstr("is another split of that name; choose another --name"));
  }
  request.force = true;
  EXPECT_EQ(split(request).file.split.test.size(), 5U);

  request.data = folder.put("more.jsonl", ten_lines());
  request.force = false;
  try {
    split(request);
    FAIL();
  } catch (const Error& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("is a split of rows.jsonl"));
  }
}

class SplitByRecipe : public ::testing::Test {
 protected:
  SplitByRecipe() {
    generate({.recipe = merged_recipe({.task = "scan", .rows = 60}).recipe, .out = set_});
  }

  RecipeSplitsRequest by(const std::string& recipe) const {
    return {set_, folder_.put("splits.toml", recipe)};
  }
  std::string bytes(const std::string& name) const {
    return Folder::open(set_).read("splits/" + name + ".json");
  }

  ScratchFolder folder_;
  std::string set_ = folder_ / "set";
};

constexpr const char* kThree =
    "task = \"scan\"\n[[split]]\nname = \"a\"\nmethod = \"random\"\nseed = 1\n"
    "[[split]]\nname = \"b\"\nmethod = \"length\"\nlongest = 9\n"
    "[[split]]\nname = \"c\"\nmethod = \"pattern\"\nseed = 2\n";

// They are the splits that single requests make, and what stands there is left.
TEST_F(SplitByRecipe, MakesWhatIsMissing) {
  SplitSpec random{"a", "random", {}};
  random.set("seed", std::uint64_t{1});
  split({set_, random});
  const std::string before = bytes("a");
  std::vector<std::string> heard;
  const RecipeSplitsResult result =
      split_by_recipe(by(kThree), {}, [&](const SplitResult& made) { heard.push_back(made.path); });
  EXPECT_EQ(result.kept, std::vector<std::string>{"a"});
  ASSERT_EQ(result.made.size(), 2U);
  EXPECT_EQ(result.made[1].path, set_ + "/splits/c.json");
  EXPECT_EQ(heard.size(), 2U);
  EXPECT_EQ(bytes("a"), before);
  const std::string together = bytes("c");
  SplitSpec pattern{"c", "pattern", {}};
  pattern.set("seed", std::uint64_t{2});
  split({set_, pattern, true});
  EXPECT_EQ(bytes("c"), together);
  EXPECT_EQ(to_json(split_by_recipe(by(kThree))).dump(), R"({"made":[],"kept":["a","b","c"]})");
}

TEST_F(SplitByRecipe, LeavesOthersOfItsNamesUnlessForced) {
  split(by_length(set_, 10));
  const auto other = by("task = \"scan\"\n[[split]]\nname = \"long\"\nmethod = \"random\"\n");
  const std::string before = bytes("long");
  EXPECT_THAT([&] { split_by_recipe(other); }, fails(ErrorKind::kUsage, "--force replaces it"));
  EXPECT_EQ(bytes("long"), before);
  RecipeSplitsRequest forced = other;
  forced.force = true;
  EXPECT_EQ(split_by_recipe(forced).made.size(), 1U);
  EXPECT_NE(bytes("long"), before);
}

TEST_F(SplitByRecipe, RefusesOtherTasksAndRecipesWithoutSplits) {
  EXPECT_THAT([&] { split_by_recipe(by("task = \"scan\"\n")); },
              fails(ErrorKind::kUsage, "has no [[split]]"));
  EXPECT_THAT(
      [&] { split_by_recipe(by("task = \"cfq\"\n[[split]]\nname = \"a\"\nmethod = \"mcd\"\n")); },
      fails(ErrorKind::kUsage, "is of task scan"));
}

}  // namespace
}  // namespace assay::verbs
