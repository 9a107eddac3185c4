// assay-train as a user meets it: stopped, killed, and with what it cannot use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "assay/base/child_process.h"
#include "program.h"

namespace assay::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

using Words = std::vector<std::string>;

class TrainProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    ::setenv("ASSAY_TRAIN", ASSAY_TRAIN_PROGRAM, 1);
    data_ = path("scan");
    ASSERT_EQ(assay({"generate", "scan", "-n", "60", "--out", data_, "-q"}).exit_code, 0);
    ASSERT_EQ(
        assay({"split", data_, "--method", "random", "--train", "70%", "--name", "most"}).exit_code,
        0);
  }
  void TearDown() override { ::unsetenv("ASSAY_TRAIN"); }

  std::string path(const std::string& name) const { return scratch_.path() + "/" + name; }

  // A small learner for some steps in a folder, with further words.
  Words words(const std::string& run, int steps, const Words& more = {}) const {
    Words all = {"train",   data_,
                 "--split", "most",
                 "--model", "lstm_small",
                 "--set",   "width=16",
                 "--set",   "attention_width=16",
                 "--set",   "batch_rows=8",
                 "--steps", std::to_string(steps),
                 "--out",   path(run),
                 "-q"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::string predictions(const std::string& run) const {
    return read_file(path(run) + "/predictions-train.jsonl") +
           read_file(path(run) + "/predictions-test.jsonl");
  }

  void expect_line(const Outcome& outcome, int code, const std::string& text) {
    EXPECT_EQ(outcome.exit_code, code) << outcome.err;
    EXPECT_THAT(text_lines(outcome.err), SizeIs(1)) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(text));
  }

  ScratchFolder scratch_;
  std::string data_;
};

TEST_F(TrainProgram, LeavesWhatIsPromised) {
  const Outcome outcome = assay(words("run", 20));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("train  exact"), HasSubstr("test   exact")));
  const auto result = nlohmann::json::parse(read_file(path("run/result.json")));
  const auto manifest = nlohmann::json::parse(read_file(data_ + "/manifest.json"));
  EXPECT_EQ(result.at("content_hash"), manifest.at("content_hash"));
  EXPECT_EQ(result.at("split"), "most");
  EXPECT_EQ(result.at("steps"), 20);
  EXPECT_EQ(result.at("seed"), 0);
  EXPECT_EQ(result.at("recipe"), read_file(path("run/recipe.toml")));
  EXPECT_EQ(result.at("parts").at("train").at("rows"), 42);
  EXPECT_EQ(result.at("parts").at("test").at("rows"), 18);
  EXPECT_GT(result.at("tokens"), 0);
  EXPECT_FALSE(result.at("libtorch").get<std::string>().empty());
  EXPECT_THAT(read_file(path("run/curve.svg")), HasSubstr("exact match on a sample"));
  EXPECT_THAT(text_lines(read_file(path("run/metrics.jsonl"))), SizeIs(1));
  // Predictions are ordinary files: the judge agrees with the count of exact ones.
  const Outcome score = assay({"score", data_, path("run/predictions-train.jsonl"), "--split",
                               "most", "--part", "train", "--json"});
  ASSERT_EQ(score.exit_code, 0) << score.err;
  const auto judged = nlohmann::json::parse(score.out);
  EXPECT_EQ(judged.at("paired_by"), "id+content_hash");
  EXPECT_EQ(judged.at("strict"), result.at("parts").at("train").at("exact"));
}

TEST_F(TrainProgram, KilledTenTimesItEndsAsOneThatWasNot) {
  constexpr int kSteps = 300;
  ASSERT_EQ(assay(words("whole", kSteps)).exit_code, 0);
  Words own = words("killed", kSteps, {"--save-every", "0"});
  own.insert(own.begin(), ASSAY_PROGRAM);
  std::string before;
  int kills = 0;
  while (kills < 10) {
    ChildProcess child(own);
    std::optional<int> ended;
    std::string now = before;
    while (now == before && !(ended = child.poll())) {  // until it has come further than ever
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (std::filesystem::exists(path("killed/checkpoint")))
        now = read_file(path("killed/checkpoint"));
    }
    before = now;
    ASSERT_FALSE(ended.has_value()) << "it was over after " << kills << " kills";
    child.kill();
    child.wait();
    ++kills;
  }
  ASSERT_EQ(assay(words("killed", kSteps)).exit_code, 0);
  EXPECT_EQ(predictions("killed"), predictions("whole"));
}

TEST_F(TrainProgram, ADamagedOrForeignCheckpointIsRefused) {
  ASSERT_EQ(assay(words("run", 10)).exit_code, 0);
  const std::string before = predictions("run");
  std::string bytes = read_file(path("run/checkpoint"));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_file(path("run/checkpoint"), bytes);
  expect_line(assay(words("run", 20)), 3, "the checkpoint is damaged");
  write_file(path("run/checkpoint"), "PK\x03\x04 of another program");
  expect_line(assay(words("run", 20)), 3, "is not a checkpoint of assay-train");
  EXPECT_EQ(predictions("run"), before);
}

TEST_F(TrainProgram, ARunOfSomethingElseIsRefused) {
  ASSERT_EQ(assay(words("run", 10)).exit_code, 0);
  expect_line(assay(words("run", 20, {"--seed", "2"})), 3, "another seed");
  expect_line(assay(words("run", 20, {"--set", "dropout=0.5"})), 3, "another recipe");
  ASSERT_EQ(assay({"split", data_, "--method", "random", "--train", "70%", "--seed", "9", "--name",
                   "most", "--force"})
                .exit_code,
            0);
  expect_line(assay(words("run", 20)), 3, "another split");
}

TEST_F(TrainProgram, ARowAboveTheLimitIsNamed) {
  expect_line(assay(words("run", 10, {"--set", "longest=3"})), 3, "and the recipe's longest is 3");
}

TEST_F(TrainProgram, ADivergingLossIsSaid) {
  expect_line(assay(words("run", 200,
                          {"--set", "rate=1000", "--set", "clip=0", "--set", "schedule=constant",
                           "--set", "warmup=0"})),
              3, "training diverged");
}

TEST_F(TrainProgram, FurtherSplitsArePredictedByTheSameLearner) {
  ASSERT_EQ(assay(words("run", 5, {"--also", "most"})).exit_code, 0);
  EXPECT_EQ(read_file(path("run/predictions-most.jsonl")),
            read_file(path("run/predictions-test.jsonl")));
  ASSERT_EQ(assay({"split", data_, "--method", "random", "--train", "70%", "--seed", "9", "--name",
                   "other"})
                .exit_code,
            0);
  expect_line(assay(words("run", 10, {"--also", "most,other"})), 3, "which \"most\" trains on");
  expect_line(assay(words("run", 10, {"--also", "nothing"})), 2, "nothing");
}

TEST_F(TrainProgram, ALearnerOfWorldsReadsCommandAndWorld) {
  const std::string worlds = path("gscan");
  ASSERT_EQ(assay({"generate", "gscan", "-n", "60", "--out", worlds, "-q"}).exit_code, 0);
  ASSERT_EQ(
      assay({"split", worlds, "--method", "random", "--train", "70%", "--name", "most"}).exit_code,
      0);
  const auto train = [&](const std::string& data, const std::string& model, const Words& more) {
    Words all = {"train", data,           "--split", "most",        "--model",
                 model,   "--steps",      "5",       "--set",       "width=8",
                 "--set", "batch_rows=8", "--out",   path("world"), "-q"};
    all.insert(all.end(), more.begin(), more.end());
    return assay(all);
  };
  expect_line(train(data_, "mlstm_small", {}), 3, "has no column \"command\"");
  expect_line(train(worlds, "gcn_small", {"--set", "grid=5"}), 3,
              "its grid is 6 cells wide, and the recipe's is 5; set grid=6");
  expect_line(train(worlds, "mlstm_small", {"--set", "longest=3"}), 3,
              "and the recipe's longest is 3");
  std::filesystem::remove_all(path("world"));
  ASSERT_EQ(train(worlds, "gcn_small", {"--set", "target_cell=probe"}).exit_code, 0);
  const auto result = nlohmann::json::parse(read_file(path("world/result.json")));
  const auto& test = result.at("parts").at("test");
  EXPECT_GE(test.at("exact_30"), test.at("exact"));
  EXPECT_LE(test.at("cells"), test.at("rows"));
  EXPECT_EQ(
      assay({"score", worlds, path("world/predictions-test.jsonl"), "--split", "most"}).exit_code,
      0);
}

TEST_F(TrainProgram, AFullDiskLosesNothing) {
  ASSERT_EQ(assay(words("whole", 30)).exit_code, 0);
  ASSERT_EQ(assay(words("run", 10)).exit_code, 0);
  const std::string checkpoint = read_file(path("run/checkpoint"));
  // Files of at most four kilobytes, and no signal about it: as a full disk does, writing fails.
  std::string command = "trap '' XFSZ; ulimit -f 8; exec " + std::string(ASSAY_PROGRAM);
  for (const std::string& word : words("run", 30)) command += " '" + word + "'";
  command += " 2>'" + path("said") + "'";
  EXPECT_EQ(WEXITSTATUS(std::system(("sh -c \"" + command + "\"").c_str())), 4);
  EXPECT_THAT(text_lines(read_file(path("said"))), SizeIs(1));
  EXPECT_EQ(read_file(path("run/checkpoint")), checkpoint);
  ASSERT_EQ(assay(words("run", 30)).exit_code, 0);
  EXPECT_EQ(predictions("run"), predictions("whole"));
}

}  // namespace
}  // namespace assay::testing
