// train and sweep as a user meets them, without LibTorch: stand-ins take the place of assay-train.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.h"

namespace assay::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

class TrainVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("ASSAY_CLONE");
    ::unsetenv("ASSAY_TRAIN");
    data_ = scratch_.path() + "/scan";
    ASSERT_EQ(assay({"generate", "scan", "-n", "40", "--out", data_, "-q"}).exit_code, 0);
    ASSERT_EQ(
        assay({"split", data_, "--method", "random", "--train", "50%", "--name", "half"}).exit_code,
        0);
  }
  void TearDown() override { ::unsetenv("ASSAY_TRAIN"); }

  std::vector<std::string> words() const {
    return {"train",   data_,        "--split", "half",
            "--model", "lstm_small", "--out",   scratch_.path() + "/run"};
  }

  ScratchFolder scratch_;
  std::string data_;
};

TEST_F(TrainVerb, BecomesTheProgramThatTrains) {
  ::setenv("ASSAY_TRAIN", "/bin/echo", 1);
  const Outcome outcome = assay(words());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "--data " + data_ + " --split half --model lstm_small --seed 0 --out " +
                             scratch_.path() + "/run\n");
  ::setenv("ASSAY_TRAIN", "/bin/false", 1);
  EXPECT_EQ(assay(words()).exit_code, 1);
}

TEST_F(TrainVerb, WithoutTheProgramOneLineSaysSo) {
  const Outcome outcome = assay(words());
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(text_lines(outcome.err), SizeIs(1));
  EXPECT_THAT(outcome.err, StartsWith("assay: training needs the program assay-train"));
  ::setenv("ASSAY_TRAIN", "/nowhere/assay-train", 1);
  EXPECT_EQ(assay(words()).exit_code, 4);
}

TEST_F(TrainVerb, MistakesAreFoundBeforeTheProgramIs) {
  auto wrong = words();
  wrong[3] = "haff";
  const Outcome outcome = assay(wrong);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("there is no split \"haff\"; did you mean \"half\"?"));
  EXPECT_EQ(assay({"train", data_, "--out", "x"}).exit_code, 2);
  EXPECT_THAT(assay({"train", "--help"}).out, HasSubstr("assay train scan --split simple"));
}

TEST_F(TrainVerb, ASweepCanBePlannedWithoutIt) {
  const std::string recipe = scratch_.path() + "/sweep.toml";
  write_file(recipe,
             "data = \"scan\"\nresults = \"results.jsonl\"\n[[runs]]\nmodels = [\"lstm_small\"]\n");
  const std::string out = scratch_.path() + "/out";
  const Outcome planned = assay({"sweep", recipe, "--plan", "--out", out});
  EXPECT_EQ(planned.exit_code, 0);
  EXPECT_THAT(planned.out, HasSubstr("0 of 1 run done"));
  EXPECT_THAT(planned.out, HasSubstr("  lstm_small on half, seed 0\n"));
  const Outcome without = assay({"sweep", recipe, "--out", out, "-q"});
  EXPECT_EQ(without.exit_code, 4);
  EXPECT_THAT(text_lines(without.err), SizeIs(1));
  ::setenv("ASSAY_TRAIN", "/bin/false", 1);
  const Outcome failed = assay({"sweep", recipe, "--out", out, "-q"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_THAT(failed.out, HasSubstr("failed with 1: lstm_small on half, seed 0"));
}

}  // namespace
}  // namespace assay::testing
