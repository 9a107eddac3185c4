// Runs compared, and rows explained against training, as a user asks for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

class CompareProgram : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    ASSERT_EQ(assay({"generate", "scan", "-n", "200", "-q", "--out", data()}).exit_code, 0);
    ASSERT_EQ(assay({"split", data(), "-q", "--name", "some", "--method", "random"}).exit_code, 0);
    const Outcome solved = assay({"solve", "scan", data(), "-q"});
    ASSERT_EQ(solved.exit_code, 0) << solved.err;
    write_file(right(), solved.out);
    std::string spoiled;
    std::size_t row = 0;
    for (const std::string& line : text_lines(solved.out)) {
      Json answer = Json::parse(line);
      if (++row % 3 == 0) answer["answer"] = "I_RUN";
      spoiled += answer.dump() + '\n';
    }
    write_file(wrong(), spoiled);
  }
  static void TearDownTestSuite() { delete scratch_; }
  static std::string data() { return *scratch_ / "scan"; }
  static std::string right() { return *scratch_ / "right.jsonl"; }
  static std::string wrong() { return *scratch_ / "wrong.jsonl"; }

  static ScratchFolder* scratch_;
};

ScratchFolder* CompareProgram::scratch_ = nullptr;

TEST_F(CompareProgram, SaysWhichRunIsBetter) {
  const Outcome outcome = assay({"compare", data(), right(), wrong(), "-q"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("200 rows; a row without an answer is not right"));
  EXPECT_THAT(outcome.out, HasSubstr("(exact): A is better"));
  const Outcome same = assay({"compare", data(), right(), right(), "-q"});
  EXPECT_THAT(same.out, HasSubstr("p = 1.0000 (exact): the difference may be noise"));
}

TEST_F(CompareProgram, ShowsAllPairsOfSeveralRuns) {
  const Outcome outcome = assay({"compare", data(), right(), wrong(), right(), "-q"});
  EXPECT_THAT(outcome.out, HasSubstr("Differences, row minus column"));
  const auto document =
      Json::parse(assay({"compare", data(), right(), wrong(), right(), "-q", "--json"}).out);
  EXPECT_EQ(document["pairs"].size(), 3U);
  EXPECT_EQ(document["runs"][1]["wrong"].get<int>() + document["runs"][1]["right"].get<int>(), 200);
}

void expect_refused(const std::vector<std::string>& words, int code, const std::string& why) {
  const Outcome outcome = assay(words);
  EXPECT_EQ(outcome.exit_code, code) << why;
  EXPECT_EQ(outcome.out, "") << why;
  EXPECT_THAT(outcome.err, HasSubstr(why));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << why;
}

TEST_F(CompareProgram, RefusesInOneLine) {
  expect_refused({"compare", "-q"}, 2, "name a DIR");
  expect_refused({"compare", data(), right(), "-q"}, 2, "2 to 100 files");
  expect_refused({"compare", data(), right(), data() + "/manifest.json", "-q"}, 3, "manifest.json");
  expect_refused({"compare", data(), right(), "-", "-", "-q"}, 2,
                 "standard input can be read only once");
  expect_refused({"compare", data(), "--runs", right(), "-q"}, 2, "--runs names data");
  expect_refused({"compare", "--runs", right(), "-q"}, 3, "right.jsonl:1");
  expect_refused({"compare", data(), right(), wrong(), "--split", "none", "-q"}, 2, "none");
  expect_refused({"compare", data(), right(), wrong(), "--by", "colour", "-q"}, 2, "colour");
}

TEST_F(CompareProgram, ExplainShowsWhatTrainingHas) {
  const std::string id = Json::parse(
      text_lines(
          assay({"show", data(), "--json", "-n", "1", "--split", "some", "--part", "test"}).out)
          .front())["id"];
  const Outcome outcome =
      assay({"explain", data(), id, "--against", "train", "--split", "some", "-q"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("this one among them"));
  EXPECT_THAT(outcome.out, HasSubstr("train  test  sub-graph"));
  EXPECT_THAT(outcome.out, HasSubstr("such as: "));
  const std::string all = assay({"explain", data(), id, "--against", "train", "--split", "some",
                                 "-q", "--all", "--top", "0"})
                              .out;
  EXPECT_GT(all.size(), outcome.out.size());
  expect_refused({"explain", data(), id, "--against", "train", "-q"}, 2, "needs --split");
  expect_refused({"explain", data(), id, "--nodes", "3", "-q"}, 2, "go with --against");
  expect_refused({"explain", "scan", "--unit", "3", "--against", "train", "-q"}, 2, "a DIR and");
  expect_refused({"explain", data(), id, "--against", "train", "--nodes", "99", "-q"}, 2,
                 "1 to 16");
}

}  // namespace
}  // namespace assay::testing
