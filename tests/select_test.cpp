// select: some rows of a larger data set, as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

class Select : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    ASSERT_EQ(assay({"generate", "cfq", "-n", "1500", "-q", "--out", pool()}).exit_code, 0);
    ASSERT_EQ(assay({"select", pool(), "-n", "300", "-q", "--out", chosen()}).exit_code, 0);
  }
  static void TearDownTestSuite() { delete scratch_; }
  static std::string pool() { return *scratch_ / "pool"; }
  static std::string chosen() { return *scratch_ / "chosen"; }
  static std::string other(const std::string& name) { return *scratch_ / name; }
  static Json selection(const std::string& folder) {
    return Json::parse(read_file(folder + "/manifest.json"))["selection"];
  }
  static std::vector<Json> rows(const std::string& folder) {
    std::istringstream lines(read_file(folder + "/data/all-00000-of-00001.jsonl"));
    std::vector<Json> all;
    for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
    return all;
  }
  static ScratchFolder* scratch_;
};

ScratchFolder* Select::scratch_ = nullptr;

TEST_F(Select, TakesRowsOfThePoolInItsOrderWithLevelsAsEvenAsCanBe) {
  std::map<std::string, std::size_t> place;
  std::map<int, std::uint64_t> in_pool;
  for (const Json& row : rows(pool())) {
    place.emplace(row["id"], place.size());
    ++in_pool[row["level"]];
  }
  std::map<int, std::uint64_t> in_chosen;
  std::size_t next = 0;
  for (const Json& row : rows(chosen())) {
    ASSERT_GE(place.at(row["id"]), next);
    next = place.at(row["id"]) + 1;
    ++in_chosen[row["level"]];
  }
  std::uint64_t most = 0;
  for (const auto& [level, count] : in_chosen) most = std::max(most, count);
  for (const auto& [level, count] : in_chosen) {
    EXPECT_TRUE(count + 1 >= most || count == in_pool[level]) << level;
  }
  EXPECT_EQ(rows(chosen()).size(), 300U);
}

TEST_F(Select, RecordsWhatWasDoneAndVerifyMeasuresItAgain) {
  const Json record = selection(chosen());
  EXPECT_EQ(record["rows"], 300);
  EXPECT_EQ(record["cap"], nullptr);
  EXPECT_EQ(record["by"], "level");
  EXPECT_EQ(record["pool"]["rows"], 1500);
  EXPECT_EQ(record["pool"]["content_hash"],
            Json::parse(read_file(pool() + "/manifest.json"))["content_hash"]);
  const Outcome verified = assay({"verify", chosen()});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("300 of 1,500 rows"));
  EXPECT_THAT(read_file(chosen() + "/README.md"), HasSubstr("## Selected"));
}

TEST_F(Select, IsMoreDiverseThanChanceAndSamplesComeClose) {
  const auto entropy = [&](const std::string& compared) {
    const std::string folder = other("compared" + compared);
    EXPECT_EQ(assay({"select", pool(), "-n", "300", "--compared", compared, "-q", "--out", folder})
                  .exit_code,
              0);
    return selection(folder)["measured"]["entropy"].get<double>();
  };
  const double greedy = selection(chosen())["measured"]["entropy"];
  const double at_random = entropy("1");
  EXPECT_GT(greedy, at_random + 0.1);
  EXPECT_NEAR(entropy("100"), greedy, greedy / 100);
}

TEST_F(Select, TheSameOnAnyNumberOfThreadsAndWhenAskedAgain) {
  const std::string folder = other("threads");
  EXPECT_EQ(assay({"select", pool(), "-n", "300", "-j", "5", "-q", "--out", folder}).exit_code, 0);
  EXPECT_EQ(read_file(folder + "/manifest.json"), read_file(chosen() + "/manifest.json"));
  EXPECT_THAT(assay({"select", pool(), "-n", "300", "--out", chosen()}).out,
              HasSubstr("was complete already"));
}

TEST_F(Select, CapsAndOtherLevels) {
  const std::string folder = other("capped");
  EXPECT_EQ(assay({"select", pool(), "--cap", "3", "--by", "constraints", "--define", "nodes=2",
                   "-q", "--out", folder})
                .exit_code,
            0);
  const Json record = selection(folder);
  EXPECT_EQ(record["cap"], 3);
  EXPECT_EQ(record["by"], "constraints");
  EXPECT_EQ(record["definition"]["most_nodes"], 2);
  for (const Json& level : record["measured"]["levels"]) {
    EXPECT_EQ(level["rows"], std::min<int>(3, level["pool"]));
  }
  EXPECT_EQ(assay({"verify", folder, "-q"}).exit_code, 0);
}

TEST_F(Select, OfATaskWithoutLevelsGoesByTheNumberOfRules) {
  ASSERT_EQ(assay({"generate", "scan", "-n", "800", "-q", "--out", other("scan")}).exit_code, 0);
  const std::string folder = other("scan_chosen");
  ASSERT_EQ(assay({"select", other("scan"), "-n", "100", "-q", "--out", folder}).exit_code, 0);
  EXPECT_EQ(selection(folder)["by"], "rules");
  EXPECT_EQ(assay({"verify", folder, "-q"}).exit_code, 0);
}

TEST_F(Select, CanBeSplitAndKeepsItsRecord) {
  ASSERT_EQ(assay({"split", chosen(), "--method", "random", "--name", "some", "-q"}).exit_code, 0);
  const std::string folder = other("parts");
  ASSERT_EQ(assay({"export", chosen(), "--split", "some", "-q", "--out", folder}).exit_code, 0);
  EXPECT_EQ(selection(folder), selection(chosen()));
  EXPECT_EQ(assay({"verify", folder, "-q"}).exit_code, 0);
  expect_one_line(assay({"select", folder, "-n", "5", "--out", other("x")}), 2, "itself selected");
}

TEST_F(Select, BadRequestsGetOneLine) {
  expect_one_line(assay({"select", pool(), "--out", other("x")}), 2, "-n");
  expect_one_line(assay({"select", pool(), "-n", "5"}), 2, "--out");
  expect_one_line(assay({"select", pool(), "-n", "1501", "-q", "--out", other("x")}), 2, "only ");
  expect_one_line(assay({"select", pool(), "-n", "5", "--by", "input", "--out", other("x")}), 2,
                  "there are: rules, level");
  ASSERT_EQ(
      assay({"generate", "cfq", "-n", "20", "--without", "rules", "-q", "--out", other("bare")})
          .exit_code,
      0);
  expect_one_line(assay({"select", other("bare"), "-n", "5", "--out", other("x")}), 3,
                  "without rules");
}

}  // namespace
}  // namespace assay::testing
