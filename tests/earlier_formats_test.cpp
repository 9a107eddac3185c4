// Data sets that earlier versions wrote (tests/data) must go on being read by every verb.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  if (!fs::is_directory(folder)) return names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

class EarlierFormat : public ::testing::TestWithParam<std::string> {
 protected:
  // A copy: locks and splits are written beside the data.
  void SetUp() override { fs::copy(kSets / GetParam(), data_, fs::copy_options::recursive); }

  Json manifest(const std::string& folder) const {
    return Json::parse(read_file(folder + "/manifest.json"));
  }
  static std::vector<Json> rows_of(const std::string& folder) {
    std::vector<Json> rows;
    for (const std::string& line : text_lines(assay({"export", folder, "--format", "jsonl"}).out)) {
      rows.push_back(Json::parse(line));
    }
    return rows;
  }

  inline static const fs::path kSets = fs::path(ASSAY_TEST_DATA) / "format_1";
  ScratchFolder scratch_;
  std::string data_ = scratch_ / "data";
};

TEST_P(EarlierFormat, IsVerified) {
  const Outcome outcome = assay({"verify", data_});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("format 1"));
}

TEST_P(EarlierFormat, IsShownAndFoundById) {
  const std::string first = text_lines(assay({"show", data_, "-n", "2", "--json"}).out).at(0);
  const std::string id = Json::parse(first)["id"];
  EXPECT_EQ(std::count(id.begin(), id.end(), ':'), 3);
  EXPECT_EQ(assay({"show", data_, "--id", id, "--json"}).out, first + '\n');
}

TEST_P(EarlierFormat, IsSolvedAndScored) {
  const std::string task = manifest(data_)["task"]["name"];
  const Outcome solved = assay({"solve", task, data_});
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  write_file(scratch_ / "answers.jsonl", solved.out);
  const Outcome outcome =
      assay({"score", data_, scratch_ / "answers.jsonl", "--part", "all", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json score = Json::parse(outcome.out);
  EXPECT_EQ(score["count"], manifest(data_)["rows"]);
  EXPECT_EQ(score["no_answer"], 0);
  EXPECT_EQ(score["paired_by"], "id+content_hash");
}

TEST_P(EarlierFormat, IsMeasured) {
  if (!manifest(data_)["recipe"]["rules"].get<bool>()) GTEST_SKIP() << "has no rules to measure";
  for (const std::string& file : names_in(data_ + "/splits")) {
    const Outcome outcome =
        assay({"measure", data_, "--split", file.substr(0, file.size() - 5), "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << file << outcome.err;
  }
}

// The same rows in today's format: equal but for ids, names of columns that changed, and hashes.
TEST_P(EarlierFormat, WrittenAgainHasTheSameContent) {
  const std::string again = scratch_ / "again";
  const Outcome outcome = assay({"export", data_, "--out", again});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Outcome verified = assay({"verify", again});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("format 2"));
  EXPECT_EQ(names_in(again + "/splits"), names_in(data_ + "/splits"));
  const std::vector<Json> before = rows_of(data_);
  const std::vector<Json> after = rows_of(again);
  ASSERT_EQ(after.size(), before.size());
  const std::string stamp = manifest(again)["task"]["stamp"];
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::string id = before[i]["id"];
    id.insert(id.find(':') + 1, stamp + ':');
    EXPECT_EQ(after[i]["id"], id);
    ASSERT_EQ(after[i].size(), before[i].size());
    auto old = before[i].begin();
    for (auto now = after[i].begin(); now != after[i].end(); ++now, ++old) {
      if (now.key() == "id") continue;
      EXPECT_EQ(now.value(), old.value()) << now.key();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfVersion010, EarlierFormat,
                         ::testing::ValuesIn(names_in(fs::path(ASSAY_TEST_DATA) / "format_1")),
                         [](const auto& set) { return set.param; });

TEST(EarlierShards, MergeInTodaysFormat) {
  const ScratchFolder scratch;
  const fs::path sets = fs::path(ASSAY_TEST_DATA) / "format_1";
  const std::string merged = scratch / "merged";
  const Outcome outcome =
      assay({"merge", sets / "scan_shard_1", sets / "scan_shard_0", "--out", merged});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("40 rows of 40 commands"));
  const Outcome verified = assay({"verify", merged});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
}

}  // namespace
}  // namespace assay::testing
