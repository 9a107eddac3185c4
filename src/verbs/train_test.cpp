#include "assay/verbs/train.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/verbs/generate.h"
#include "assay/verbs/split.h"

namespace assay::verbs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class Train : public testing::Test {
 protected:
  void SetUp() override {
    data_ = scratch_.path() + "/scan";
    Recipe recipe = merged_recipe({.task = "scan", .rows = 50}).recipe;
    recipe.splits = {{"half", "random", {}}};
    recipe.splits[0].set("train", "50%");
    generate({.recipe = recipe, .out = data_});
  }
  TrainRequest request() const {
    return {.data = data_, .split = "half", .model = "lstm_small", .out = scratch_.path() + "/run"};
  }

  ScratchFolder scratch_;
  std::string data_;
};

TEST_F(Train, MakesTheWordsOfTheProgram) {
  TrainRequest wanted = request();
  wanted.settings = {{"width", "32"}, {"attention", "additive"}};
  wanted.seed = 7;
  wanted.steps = 20;
  wanted.minutes = 1.5;
  wanted.quiet = true;
  EXPECT_THAT(train_words(wanted),
              ElementsAre("--data", data_, "--split", "half", "--model", "lstm_small", "--set",
                          "attention=additive", "--set", "width=32", "--seed", "7", "--out",
                          wanted.out, "--steps", "20", "--minutes", "1.5", "--quiet"));
}

TEST_F(Train, ChecksWhatNeedsNoLibTorch) {
  const auto expect_problem = [](const TrainRequest& wrong, const char* text) {
    EXPECT_THAT([&] { train_words(wrong); }, ThrowsMessage<Error>(HasSubstr(text)));
  };
  TrainRequest wrong = request();
  wrong.split = "haff";
  expect_problem(wrong, "there is no split \"haff\"; did you mean \"half\"?");
  wrong = request();
  wrong.split.clear();
  expect_problem(wrong, "has no parts train and test of its own");
  wrong = request();
  wrong.model = "lstm_smal";
  expect_problem(wrong, "there is no learner \"lstm_smal\"");
  wrong = request();
  wrong.settings = {{"widht", "3"}};
  expect_problem(wrong, "unknown key \"widht\"");
  wrong = request();
  wrong.data += "/nowhere";
  EXPECT_THROW(train_words(wrong), Error);
  wrong = request();
  wrong.out.clear();
  expect_problem(wrong, "--out is missing");
  wrong = request();
  wrong.model.clear();
  expect_problem(wrong, "--model is missing; there are: curi_average, curi_average_small");
}

}  // namespace
}  // namespace assay::verbs
