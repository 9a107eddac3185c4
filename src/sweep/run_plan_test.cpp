#include "assay/sweep/run_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "assay/base/error.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

SweepRecipe small_recipe() {
  SweepRecipe recipe;
  recipe.runs.push_back({{"lstm_small"}, {}, {}, {1, 2}, {{"dropout", {"0.1", "0.3"}}}});
  return recipe;
}

const std::vector<SplitIdentity> kSplits = {{"a", "ha"}, {"b", "hb"}};

std::vector<std::string> texts(const std::vector<PlannedRun>& plan) {
  std::vector<std::string> all;
  for (const PlannedRun& run : plan) all.push_back(run.text());
  return all;
}

TEST(RunPlan, HasEveryCombinationSeedBySeed) {
  const auto plan = plan_runs(small_recipe(), "hash", kSplits);
  EXPECT_THAT(texts(plan),
              testing::ElementsAre(
                  "lstm_small, dropout=0.1 on a, seed 1", "lstm_small, dropout=0.1 on b, seed 1",
                  "lstm_small, dropout=0.3 on a, seed 1", "lstm_small, dropout=0.3 on b, seed 1",
                  "lstm_small, dropout=0.1 on a, seed 2", "lstm_small, dropout=0.1 on b, seed 2",
                  "lstm_small, dropout=0.3 on a, seed 2", "lstm_small, dropout=0.3 on b, seed 2"));
  std::set<std::string> keys;
  std::set<std::string> folders;
  for (const PlannedRun& run : plan) {
    keys.insert(run.key);
    folders.insert(run.folder());
  }
  EXPECT_EQ(keys.size(), 8U);
  EXPECT_EQ(folders.size(), 8U);
}

TEST(RunPlan, KeysKnowWhatDecidesARun) {
  const auto key = [](const SweepRecipe& recipe, const std::string& content,
                      const std::vector<SplitIdentity>& splits) {
    return plan_runs(recipe, content, splits).front().key;
  };
  const std::string own = key(small_recipe(), "hash", kSplits);
  EXPECT_EQ(own.size(), 16U);
  EXPECT_EQ(own, key(small_recipe(), "hash", {{"renamed", "ha"}}));
  EXPECT_NE(own, key(small_recipe(), "other", kSplits));
  EXPECT_NE(own, key(small_recipe(), "hash", {{"a", "other"}}));
  SweepRecipe other = small_recipe();
  other.runs[0].seeds = {3};
  EXPECT_NE(own, key(other, "hash", kSplits));
  other = small_recipe();
  other.runs[0].settings["steps"] = {"10"};
  EXPECT_NE(own, key(other, "hash", kSplits));
  other = small_recipe();
  other.runs[0].also = {"b"};
  const std::string further = key(other, "hash", kSplits);
  EXPECT_NE(own, further);
  EXPECT_NE(further, key(other, "hash", {{"a", "ha"}, {"b", "other"}}));
}

TEST(RunPlan, FurtherTestsGoWithEveryRun) {
  SweepRecipe recipe = small_recipe();
  recipe.runs[0].splits = {"a"};
  recipe.runs[0].also = {"b"};
  const auto plan = plan_runs(recipe, "hash", kSplits);
  ASSERT_EQ(plan.size(), 4U);
  for (const PlannedRun& run : plan) {
    ASSERT_EQ(run.also.size(), 1U);
    EXPECT_EQ(run.also[0].hash, "hb");
  }
  recipe.runs[0].also = {"c"};
  EXPECT_THAT([&] { plan_runs(recipe, "hash", kSplits); },
              ThrowsMessage<Error>(HasSubstr("names the split \"c\"")));
}

TEST(RunPlan, NothingComesTwice) {
  SweepRecipe recipe = small_recipe();
  recipe.runs.push_back(recipe.runs.front());
  EXPECT_EQ(plan_runs(recipe, "hash", kSplits).size(), 8U);
  // Its own default is no other setting.
  recipe.runs = {{{"lstm_small"}, {"a"}, {}, {1}, {}},
                 {{"lstm_small"}, {"a"}, {}, {1}, {{"dropout", {"0.1"}}}}};
  EXPECT_EQ(plan_runs(recipe, "hash", kSplits).size(), 1U);
}

TEST(RunPlan, WhatIsNotThereIsRefused) {
  SweepRecipe recipe = small_recipe();
  recipe.runs[0].splits = {"c"};
  EXPECT_THAT([&] { plan_runs(recipe, "hash", kSplits); },
              ThrowsMessage<Error>(HasSubstr("names the split \"c\"")));
  recipe = small_recipe();
  recipe.runs[0].models = {"gru"};
  EXPECT_THROW(plan_runs(recipe, "hash", kSplits), Error);
  recipe = small_recipe();
  recipe.runs[0].settings = {{"steps", {"0"}}, {"schedule", {"constant"}}};
  EXPECT_THAT([&] { plan_runs(recipe, "hash", kSplits); },
              ThrowsMessage<Error>(HasSubstr("has no steps")));
}

}  // namespace
}  // namespace assay
