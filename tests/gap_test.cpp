// The compositionality gap as a user asks for it, and where prepared state is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "program.h"

namespace assay::testing {
namespace {

using ::testing::HasSubstr;

class GapVerb : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    ASSERT_EQ(assay({"generate", "scan", "-n", "60", "-q", "--out", data()}).exit_code, 0);
    ASSERT_EQ(assay({"split", data(), "-q", "--name", "some", "--method", "random"}).exit_code, 0);
  }
  static void TearDownTestSuite() { delete scratch_; }
  static std::string data() { return *scratch_ / "scan"; }

  static void expect_refused(const std::vector<std::string>& words, const std::string& why) {
    std::vector<std::string> all = {"measure", data(), "-q", "--gap"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = assay(all);
    EXPECT_EQ(outcome.exit_code, 2) << why;
    EXPECT_EQ(outcome.out, "") << why;
    EXPECT_THAT(outcome.err, HasSubstr(why));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << why;
  }

  static ScratchFolder* scratch_;
};

ScratchFolder* GapVerb::scratch_ = nullptr;

TEST_F(GapVerb, IsOfferedByTheHelp) {
  const Outcome help = assay({"measure", "--help"});
  for (const char* word : {"--gap ", "--part PART", "--resamples N", "--cache DIR"}) {
    EXPECT_THAT(help.out, HasSubstr(word));
  }
}

TEST_F(GapVerb, NeedsATaskWithLearners) {
  expect_refused({}, "task scan has no ideal learners");
  expect_refused({"--split", "some"}, "task scan has no ideal learners");
  expect_refused({"--json"}, "task scan has no ideal learners");
}

TEST_F(GapVerb, RefusesWhatDoesNotFitTogether) {
  expect_refused({"--define", "nodes=3"}, "leave --define and --of out");
  expect_refused({"--split", "some", "--of", "x.txt"}, "leave --define and --of out");
  expect_refused({"--part", "test"}, "--part goes with a --split");
  expect_refused({"--resamples", "0"}, "--resamples takes a number from 1 to 1,000,000");
  expect_refused({"--resamples", "1000001"}, "--resamples takes a number from 1 to 1,000,000");
  expect_refused({"--split", "nosuch"}, "there is no split \"nosuch\"");
  expect_refused({"--split", "some", "--part", "exam"}, "a split has no part \"exam\"");
  expect_refused({"--split", "some", "--part", "dev"}, "there are no rows in dev of the split");
  for (const std::string flag : {"--part", "--resamples"}) {
    const Outcome outcome = assay({"measure", data(), "-q", "--split", "some", flag, "1"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--part and --resamples go with --gap"));
  }
  write_file(*scratch_ / "rows.jsonl", "{}\n");
  const Outcome file = assay({"measure", *scratch_ / "rows.jsonl", "--gap"});
  EXPECT_EQ(file.exit_code, 2);
  EXPECT_THAT(file.err, HasSubstr("--gap is for data sets"));
}

TEST_F(GapVerb, EveryVerbThatMakesExamplesTakesACache) {
  const std::string cache = *scratch_ / "cache";
  for (std::vector<std::string> words :
       std::vector<std::vector<std::string>>{{"generate", "scan", "-n", "1", "-q"},
                                             {"describe", "scan"},
                                             {"show", "scan", "-n", "1"},
                                             {"explain", "scan", "--unit", "3"},
                                             {"verify", data(), "-q"}}) {
    words.insert(words.end(), {"--cache", cache});
    EXPECT_EQ(assay(words).exit_code, 0) << words[0];
    words.back() = "";
    const Outcome empty = assay(words);
    EXPECT_EQ(empty.exit_code, 2) << words[0];
    EXPECT_THAT(empty.err, HasSubstr("--cache takes a folder, or none")) << words[0];
  }
}

}  // namespace
}  // namespace assay::testing
