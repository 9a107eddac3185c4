// The compositionality gap as a user asks for it, and where prepared state is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
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
  expect_refused({"--part", "test"}, "has no part \"test\"; there is: all; a part of a split");
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

TEST_F(GapVerb, ComparesTheLearnersOfATask) {
  const std::string curi = *scratch_ / "curi";
  const std::string cache = *scratch_ / "curi_cache";
  ASSERT_EQ(assay({"generate", "curi", "--set", "draws=20000", "--set", "scenes=2000", "-n", "150",
                   "-q", "--cache", cache, "--out", curi})
                .exit_code,
            0);
  EXPECT_FALSE(std::filesystem::is_empty(cache));
  ASSERT_EQ(assay({"split", curi, "-q", "--name", "new", "--method", "group"}).exit_code, 0);
  const std::vector<std::string> words = {"measure", curi,      "--gap", "--split", "new",
                                          "-q",      "--cache", cache,   "--json"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return assay(all);
  };
  const Outcome outcome = with({"--jobs", "1", "--svg", *scratch_ / "gap.svg"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(with({"--jobs", "3"}).out, outcome.out);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["split"], "new");
  EXPECT_EQ(json["part"], "test");
  const Json split = Json::parse(read_file(curi + "/splits/new.json"));
  EXPECT_EQ(json["rows"], split["testIdxs"].size());
  EXPECT_GT(json["trained_groups"], 0);
  EXPECT_LE(json["trained_groups"], split["trainIdxs"].size());
  EXPECT_EQ(json["resamples"], 2000);
  EXPECT_EQ(json["learners"].begin().key(), "strong");
  for (const auto& [metric, gap] : json["gap"].items()) {
    const double strong = json["learners"]["strong"][metric]["mean"];
    const double weak = json["learners"]["weak"][metric]["mean"];
    EXPECT_NEAR(gap["mean"], strong - weak, 2e-6) << metric;
    EXPECT_GT(gap["low"], 0) << metric << ": concepts of the test are new";
    EXPECT_LE(gap["low"], gap["mean"]) << metric;
    EXPECT_LE(gap["mean"], gap["high"]) << metric;
  }
  EXPECT_THAT(read_file(*scratch_ / "gap.svg"), HasSubstr("Compositionality gap, test of new"));
  const Json whole = Json::parse(
      assay({"measure", curi, "--gap", "-q", "--cache", cache, "--json", "--resamples", "10"}).out);
  EXPECT_EQ(whole["rows"], 150);
  EXPECT_EQ(whole["split"], nullptr);
  EXPECT_FALSE(whole.contains("trained_groups"));
  EXPECT_EQ(whole["resamples"], 10);
}

TEST_F(GapVerb, EveryVerbThatMakesExamplesTakesACache) {
  const std::string cache = *scratch_ / "cache";
  write_file(*scratch_ / "empty", "");
  for (std::vector<std::string> words :
       std::vector<std::vector<std::string>>{{"generate", "scan", "-n", "1", "-q"},
                                             {"describe", "scan"},
                                             {"show", "scan", "-n", "1"},
                                             {"explain", "scan", "--unit", "3"},
                                             {"solve", "scan", "-q", *scratch_ / "empty"},
                                             {"score", data(), *scratch_ / "empty", "-q"},
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
