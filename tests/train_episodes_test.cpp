// assay-train on episodes of CURI, as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

using Words = std::vector<std::string>;

class TrainEpisodes : public ::testing::Test {
 protected:
  void SetUp() override {
    ::setenv("ASSAY_TRAIN", ASSAY_TRAIN_PROGRAM, 1);
    data_ = path("curi");
    ASSERT_EQ(assay({"generate", "curi", "--set", "draws=20000", "--set", "scenes=9000", "--set",
                     "split=boolean", "--set", "train=24", "--set", "dev=5", "--set", "test=12",
                     "--out", data_, "-q"})
                  .exit_code,
              0);
    ASSERT_EQ(assay({"split", data_, "--method", "holdout", "--holdout", "sets", "--name", "sets"})
                  .exit_code,
              0);
  }
  void TearDown() override { ::unsetenv("ASSAY_TRAIN"); }

  std::string path(const std::string& name) const { return scratch_.path() + "/" + name; }

  Words words(const std::string& run, int steps, const Words& more = {}) const {
    Words all = {"train",   data_,
                 "--split", "sets",
                 "--model", "curi_average_small",
                 "--set",   "width=16",
                 "--set",   "episodes=4",
                 "--set",   "schedule=constant",
                 "--steps", std::to_string(steps),
                 "--out",   path(run),
                 "-q"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::string bytes_of(const std::string& run) const {
    return read_file(path(run) + "/predictions-test.jsonl") +
           read_file(path(run) + "/pool-test.npy") + read_file(path(run) + "/gap.txt");
  }

  void expect_line(const Outcome& outcome, int code, const std::string& text) {
    EXPECT_EQ(outcome.exit_code, code) << outcome.err;
    EXPECT_THAT(text_lines(outcome.err), SizeIs(1)) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(text));
  }

  ScratchFolder scratch_;
  std::string data_;
};

TEST_F(TrainEpisodes, LeavesWhatIsPromisedAndScoreAgrees) {
  const Outcome outcome = assay(words("run", 20));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("strong - this"), HasSubstr("this - weak")));
  const auto result = nlohmann::json::parse(read_file(path("run/result.json")));
  EXPECT_EQ(result.at("stream").at("first"), 41);
  EXPECT_EQ(result.at("stream").at("end"), 41 + 20 * 4);
  EXPECT_EQ(result.at("episodes"), 80);
  EXPECT_EQ(result.at("tokens"), 80 * 50);
  EXPECT_EQ(result.at("recipe"), read_file(path("run/recipe.toml")));
  EXPECT_GT(result.at("ideal").at("strong").at("mAP"), result.at("ideal").at("weak").at("mAP"));
  const auto& test = result.at("parts").at("test");
  EXPECT_EQ(test.at("rows"), 12);
  const Outcome score =
      assay({"score", data_, path("run/predictions-test.jsonl"), "--split", "sets", "--metric",
             "map", "--metric-set", "scores=" + path("run/pool-test.npy"), "--json"});
  ASSERT_EQ(score.exit_code, 0) << score.err;
  const auto judged = nlohmann::json::parse(score.out);
  EXPECT_EQ(judged.at("right"), test.at("exact"));
  EXPECT_THAT(judged.dump(), HasSubstr("\"map\""));
  for (const auto& metric : judged.at("metrics")) {
    EXPECT_NEAR(metric.at("value").get<double>(), test.at("mAP").get<double>(), 1e-9);
  }
}

TEST_F(TrainEpisodes, StoppedAndContinuedIsTheSameToTheByte) {
  for (const std::string model : {"average", "relation"}) {
    const Words settings{"--set", "pooling=" + model, "--set", "alpha=1.0"};
    ASSERT_EQ(assay(words(model, 12, settings)).exit_code, 0);
    for (const int steps : {3, 4, 12})
      ASSERT_EQ(assay(words(model + "_parts", steps, settings)).exit_code, 0);
    EXPECT_TRUE(bytes_of(model) == bytes_of(model + "_parts")) << model;
    ASSERT_EQ(assay(words(model + "_less", 11, settings)).exit_code, 0);
    EXPECT_FALSE(bytes_of(model) == bytes_of(model + "_less")) << model;
  }
}

TEST_F(TrainEpisodes, LearnsTheRowsOfTrainByHeart) {
  const Outcome outcome =
      assay(words("run", 400, {"--set", "stream=false", "--set", "episodes=8"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto result = nlohmann::json::parse(read_file(path("run/result.json")));
  EXPECT_TRUE(result.at("stream").is_null());
  EXPECT_NEAR(result.at("epochs").get<double>(), 400 / 3.0, 1e-9);
  const auto lines = text_lines(read_file(path("run/metrics.jsonl")));
  EXPECT_LT(nlohmann::json::parse(lines.back()).at("loss"), 0.3);
  EXPECT_GT(result.at("parts").at("train").at("accuracy"), 0.9);
}

TEST_F(TrainEpisodes, WhatDoesNotFitIsSaidInALine) {
  ASSERT_EQ(assay(words("run", 2)).exit_code, 0);
  expect_line(assay(words("run", 4, {"--seed", "2"})), 3, "another seed");
  expect_line(assay(words("run2", 4, {"--epochs", "3"})), 2, "a stream has no epochs");
  expect_line(assay(words("run3", 4, {"--set", "heads=3"})), 2, "has no use for the key heads");
  // A pool file of another space.
  const std::string other = path("other");
  ASSERT_EQ(assay({"generate", "curi", "--set", "draws=9000", "--set", "scenes=9000", "--set",
                   "train=5", "--set", "test=12", "--out", other, "-q"})
                .exit_code,
            0);
  const Outcome solved = assay({"solve", "curi", other + "/data/all-00000-of-00001.jsonl"});
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  write_file(path("answers.jsonl"), solved.out);
  const Outcome score = assay({"score", other, path("answers.jsonl"), "--metric", "map",
                               "--metric-set", "scores=" + path("run/pool-test.npy")});
  EXPECT_EQ(score.exit_code, 3);
  EXPECT_THAT(score.err, HasSubstr("scores, and the pool has"));
  // A row that does not fit.
  const std::string file = data_ + "/data/all-00000-of-00001.jsonl";
  std::string bytes = read_file(file);
  const auto at = bytes.find(R"("support_scenes":[)");
  ASSERT_NE(at, std::string::npos);
  for (std::size_t i = at + 18; bytes[i] != ']'; ++i) {
    if (bytes[i] != ',') bytes[i] = '9';
  }
  write_file(file, bytes);
  expect_line(assay(words("run4", 4)), 3, "support_scenes has 9999, and there are 9000");
}

}  // namespace
}  // namespace assay::testing
