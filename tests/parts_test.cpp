// --split and --part mean the same in every verb, also for a data set that was exported in parts.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/hash.h"
#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

class Parts : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(assay({"generate", "scan", "-n", "800", "-q", "--out", scan_}).exit_code, 0);
    const Outcome split =
        assay({"split", scan_, "--method", "mcd", "--train", "50%", "--dev", "10%", "--test", "10%",
               "--max-atom-divergence", "0.1", "--name", "hard"});
    ASSERT_EQ(split.exit_code, 0) << split.err;
    ASSERT_EQ(assay({"export", scan_, "--split", "hard", "--out", parts_, "-q"}).exit_code, 0);
  }

  std::string file_of(const std::string& part) const {
    return read_file(parts_ + "/data/" + part + "-00000-of-00001.jsonl");
  }
  std::string shown(const std::string& folder, std::vector<std::string> more) const {
    more.insert(more.begin(), {"show", folder, "-n", "100000", "--json"});
    return assay(more).out;
  }

  ScratchFolder scratch_;
  std::string scan_ = scratch_ / "scan";
  std::string parts_ = scratch_ / "parts";
};

TEST_F(Parts, OfAFolderAreShownByName) {
  EXPECT_EQ(shown(parts_, {"--part", "test"}), file_of("test"));
  EXPECT_EQ(shown(parts_, {"--part", "dev"}), file_of("validation"));
  EXPECT_EQ(shown(parts_, {"--part", "validation"}), file_of("validation"));
  EXPECT_EQ(shown(parts_, {}), file_of("train") + file_of("validation") + file_of("test"));
  EXPECT_EQ(shown(parts_, {"--part", "all"}), shown(parts_, {}));
  EXPECT_EQ(shown(scan_, {"--split", "hard", "--part", "test"}), file_of("test"));
  EXPECT_EQ(assay({"export", parts_, "--format", "jsonl", "--part", "test"}).out, file_of("test"));
}

TEST_F(Parts, WithMisleadingNamesAreRefused) {
  const auto recipe = [&](const char* first, const char* second) {
    write_file(scratch_ / "r.toml",
               fmt::format("task = \"scan\"\nrows = 40\n[[part]]\nname = \"{}\"\n"
                           "share = 1\n[[part]]\nname = \"{}\"\nshare = 1\n",
                           first, second));
    return assay({"generate", "-q", "-C", scratch_ / "r.toml", "--out", scratch_ / "made"});
  };
  expect_one_line(recipe("dev", "validation"), 2,
                  "\"dev\" and \"validation\" are two names of one");
  expect_one_line(recipe("all", "test"), 2, "cannot be named \"all\" beside others");
  EXPECT_EQ(recipe("dev", "test").exit_code, 0);
}

TEST_F(Parts, UnknownOnesNameThoseThereAre) {
  write_file(scratch_ / "none.jsonl", "");
  const std::vector<std::vector<std::string>> verbs = {
      {"show", parts_},
      {"score", parts_, scratch_ / "none.jsonl"},
      {"export", parts_, "--format", "tsv"},
      {"measure", parts_, "--gap"},
      {"render", parts_, "--out", scratch_ / "pictures"}};
  for (std::vector<std::string> words : verbs) {
    words.insert(words.end(), {"--part", "nonsense"});
    const Outcome outcome = assay(words);
    EXPECT_EQ(outcome.exit_code, 2) << words[0];
    EXPECT_THAT(outcome.err, HasSubstr("no part \"nonsense\"; there are: train,")) << words[0];
  }
  const Outcome outcome = assay({"show", scan_, "--part", "test"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("there is: all; a part of a split needs --split, one of: hard"));
}

TEST_F(Parts, AreScored) {
  write_file(scratch_ / "answers.jsonl", assay({"solve", "scan", parts_}).out);
  const auto count = [&](const std::string& folder, std::vector<std::string> more) {
    more.insert(more.begin(), {"score", folder, scratch_ / "answers.jsonl", "--json"});
    const Outcome outcome = assay(more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json score = Json::parse(outcome.out);
    EXPECT_EQ(score["right"], score["count"]);
    EXPECT_EQ(score["unknown"], 0);
    return score["count"].get<int>();
  };
  EXPECT_EQ(count(parts_, {}), 80) << "the test part, where there is one";
  EXPECT_EQ(count(parts_, {"--part", "test"}), 80);
  EXPECT_EQ(count(parts_, {"--part", "dev"}), 80);
  EXPECT_EQ(count(parts_, {"--part", "train"}), 400);
  EXPECT_EQ(count(parts_, {"--part", "all"}), 560);
}

TEST_F(Parts, AreMeasuredAndTheirClaimIsMeasuredAgain) {
  const Outcome measured = assay({"measure", parts_, "--json"});
  ASSERT_EQ(measured.exit_code, 0) << measured.err;
  const double divergence =
      Json::parse(measured.out)["pairs"]["train/test"]["compound_divergence"].get<double>();
  EXPECT_GT(divergence, 0.1);
  const Outcome verified = assay({"verify", parts_});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.out, HasSubstr("claim: mcd: measured again from the rows, as recorded"));
}

// The exported claim is about where rows stand: two that change places change what is measured.
TEST_F(Parts, AClaimThatTheRowsDoNotBearOutIsFound) {
  Json manifest = Json::parse(read_file(parts_ + "/manifest.json"));
  manifest["measured"]["pairs"]["train/test"]["compound_divergence"] = 0.9;
  manifest.erase("sha256");
  manifest["sha256"] = sha256_hex(manifest.dump(1));
  write_file(parts_ + "/manifest.json", manifest.dump(1) + '\n');
  const Outcome verified = assay({"verify", parts_});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, HasSubstr("FAILS claim: mcd: compound_divergence of train/test is"));
}

}  // namespace
}  // namespace assay::testing
