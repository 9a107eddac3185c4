// Puzzles as a user meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ArcVerbs : public ::testing::Test {
 protected:
  ArcVerbs() {
    const Outcome made = assay({"generate", "arc", "-n", "300", "-q", "--out", data_});
    EXPECT_EQ(made.exit_code, 0) << made.err;
  }

  std::vector<Json> rows() const {
    std::vector<Json> found;
    std::istringstream lines(read_file(data_ + "/data/all-00000-of-00001.jsonl"));
    for (std::string line; std::getline(lines, line);) found.push_back(Json::parse(line));
    return found;
  }

  ScratchFolder scratch_;
  std::string data_ = scratch_ / "arc";
};

TEST_F(ArcVerbs, AnswersOfTheSolverScoreFull) {
  const Outcome solved = assay({"solve", "arc", data_ + "/data/all-00000-of-00001.jsonl"});
  EXPECT_EQ(solved.exit_code, 0) << solved.err;
  write_file(scratch_ / "answers.jsonl", solved.out);
  const Outcome scored = assay({"score", data_, scratch_ / "answers.jsonl", "--json"});
  EXPECT_EQ(scored.exit_code, 0) << scored.err;
  EXPECT_EQ(Json::parse(scored.out)["accuracy"], 1.0) << scored.out;
}

TEST_F(ArcVerbs, WrongSilentAndUnreadableAnswersAreToldApart) {
  std::string answers;
  const auto all = rows();
  for (std::size_t i = 0; i < all.size(); ++i) {
    Json answer = {{"id", all[i]["id"]}, {"answer", all[i]["target"]}};
    if (i % 3 == 1) answer["answer"] = "[[0]]";
    if (i % 3 == 2) answer["answer"] = "the red circle turns blue";
    if (i % 30 != 0) answers += answer.dump() + '\n';
  }
  write_file(scratch_ / "answers.jsonl", answers);
  const Outcome scored = assay({"score", data_, scratch_ / "answers.jsonl", "--json"});
  EXPECT_EQ(scored.exit_code, 0) << scored.err;
  const Json score = Json::parse(scored.out);
  EXPECT_EQ(score["right"], 90) << scored.out;
  EXPECT_EQ(score["wrong"], 100);
  EXPECT_EQ(score["unparsable"], 100);
  EXPECT_EQ(score["no_answer"], 10);
}

TEST_F(ArcVerbs, TheCorpusFormatHasWholePairs) {
  const Outcome outcome = assay({"export", data_, "--format", "arc"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto all = rows();
  std::istringstream lines(outcome.out);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const Json puzzle = Json::parse(line);
    EXPECT_EQ(puzzle["id"], all[count]["id"]);
    EXPECT_EQ(puzzle["train"].size(), 3U);
    ASSERT_EQ(puzzle["test"].size(), 1U);
    EXPECT_EQ(puzzle["test"][0]["output"], Json::parse(std::string(all[count]["target"])));
    for (const Json& pair : puzzle["train"]) {
      EXPECT_EQ(pair["input"].size(), 30U);
      EXPECT_EQ(pair["output"][29].size(), 30U);
      EXPECT_NE(pair["input"], pair["output"]);
    }
    // What is asked has all of it but the answer.
    const std::string input = all[count]["input"];
    Json asked = Json::parse(input.substr(input.find('{')));
    asked["test"][0]["output"] = puzzle["test"][0]["output"];
    EXPECT_EQ(asked["train"], puzzle["train"]);
    EXPECT_EQ(asked["test"], puzzle["test"]);
  }
  EXPECT_EQ(count, all.size());
}

TEST_F(ArcVerbs, HoldoutsAreCheckedFromTheFiles) {
  for (const char* holdout : {"random", "combination", "made", "clauses"}) {
    const Outcome split =
        assay({"split", data_, "--method", "holdout", "--holdout", holdout, "--name", holdout});
    EXPECT_EQ(split.exit_code, 0) << split.err;
  }
  const Outcome verified = assay({"verify", data_});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.out, HasSubstr("300 rows; the solver confirms every target"));
  EXPECT_THAT(verified.out, HasSubstr("split made: holdout: train "));
}

TEST_F(ArcVerbs, VerifyNoticesAWorldThatTheGridsDoNotShow) {
  const std::string file = data_ + "/data/all-00000-of-00001.jsonl";
  std::string bytes = read_file(file);
  const auto at = bytes.find("\"worlds\":[") + 10;
  const auto colour = bytes.find(',', bytes.find(',', at) + 1) + 1;
  bytes[colour] = bytes[colour] == '0' ? '1' : '0';
  write_file(file, bytes);
  EXPECT_THAT(assay({"verify", data_}).out, HasSubstr("FAILS data: "));
}

TEST(ArcRecipes, TheSampleIsMade) {
  const ScratchFolder scratch;
  const Outcome made = assay({"generate", "-C", std::string(ASSAY_RECIPES) + "/arc/sample.toml",
                              "-n", "120", "-q", "--out", scratch / "sample"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(assay({"verify", scratch / "sample"}).exit_code, 0);
}

TEST(ArcPatterns, OtherRulesAreSolvedToo) {
  const ScratchFolder scratch;
  for (const char* pattern : {"c2", "p4"}) {
    const Outcome made =
        assay({"generate", "arc", "--set", std::string("pattern=") + pattern, "--set", "pairs=4",
               "--set", "operations=draw,remove", "-n", "20", "-q", "--out", scratch / pattern});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    const Outcome verified = assay({"verify", scratch / pattern});
    EXPECT_EQ(verified.exit_code, 0) << verified.out;
  }
  const Outcome refused = assay({"generate", "arc", "--set", "pattern=p9", "-n", "1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("\"p9\" is no pattern of a puzzle; write release, p1"));
}

TEST(ArcSolve, SaysWhatItCannotRead) {
  const Outcome outcome = assay({"solve", "arc"}, "{\"train\":[]}\n");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, StartsWith("assay: standard input:1: "));
}

}  // namespace
}  // namespace assay::testing
