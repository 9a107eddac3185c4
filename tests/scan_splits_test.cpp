// Every published split of SCAN: sizes, digests, and a claim that notices one offending row.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "assay/base/hash.h"
#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct PublishedSplit {
  const char* recipe;
  const char* name;
  std::size_t train;
  std::size_t test;
  const char* train_digest;  // of the distinct lines, sorted; empty for random splits
  const char* test_digest;
};

const PublishedSplit kPublished[] = {
    {"simple", "simple", 16728, 4182, "", ""},
    {"simple_sizes", "simple_p1", 209, 20701, "", ""},
    {"simple_sizes", "simple_p2", 418, 20492, "", ""},
    {"simple_sizes", "simple_p4", 836, 20074, "", ""},
    {"simple_sizes", "simple_p8", 1672, 19238, "", ""},
    {"simple_sizes", "simple_p16", 3345, 17565, "", ""},
    {"simple_sizes", "simple_p32", 6691, 14219, "", ""},
    {"simple_sizes", "simple_p64", 13382, 7528, "", ""},
    {"length", "length", 16990, 3920, "7ffb97f45029871c", "3297fd0b676c391f"},
    {"addprim_jump", "addprim_jump", 14670, 7706, "ae3363dd3a3805b9", "522454c6280eab95"},
    {"addprim_turn_left", "addprim_turn_left", 21890, 1208, "f5a78e04a9c4e99f", "14dd6316d16204d2"},
    {"addprim_complex_jump", "addprim_complex_jump_num1_rep1", 14671, 7705, "", ""},
    {"addprim_complex_jump", "addprim_complex_jump_num2_rep2", 14670, 7704, "", ""},
    {"addprim_complex_jump", "addprim_complex_jump_num4_rep3", 14668, 7702, "", ""},
    {"addprim_complex_jump", "addprim_complex_jump_num8_rep4", 14670, 7698, "", ""},
    {"addprim_complex_jump", "addprim_complex_jump_num16_rep5", 14665, 7690, "", ""},
    {"addprim_complex_jump", "addprim_complex_jump_num32_rep1", 14655, 7674, "", ""},
    {"template_jump_around_right", "template_jump_around_right", 18528, 1173, "48179f66fd28dcea",
     "68ad864f20ede044"},
    {"template_right", "template_right", 15225, 4476, "b2bb5aaafd620068", "666691ecf2889a4d"},
    {"template_opposite_right", "template_opposite_right", 15225, 4476, "152a78134665d1ec",
     "9f337575c283168a"},
    {"template_around_right", "template_around_right", 15225, 4476, "f2b91818e1216d5c",
     "8e1297eb61d98ff6"},
    {"filler", "filler_num0", 15225, 1173, "f2b91818e1216d5c", "68ad864f20ede044"},
    {"filler", "filler_num1", 16290, 1173, "506f659952c886b5", "68ad864f20ede044"},
    {"filler", "filler_num2", 17391, 1173, "b1b2bcfa0e8430d0", "68ad864f20ede044"},
    {"filler", "filler_num3", 18528, 1173, "48179f66fd28dcea", "68ad864f20ede044"},
    {"fewshot", "fewshot_num1_rep1", 15226, 1173, "", ""},
    {"fewshot", "fewshot_num64_rep2", 15289, 1173, "", ""},
    {"fewshot", "fewshot_num1024_rep5", 16249, 1173, "", ""},
};

// One folder a recipe, made once for the whole suite.
class ScanSplits : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    for (const PublishedSplit& split : kPublished) {
      const std::string folder = *scratch_ / split.recipe;
      if (fs::exists(folder)) continue;
      const Outcome made =
          assay({"generate", "-q", "-C",
                 std::string(ASSAY_RECIPES) + "/scan/" + split.recipe + ".toml", "--out", folder});
      ASSERT_EQ(made.exit_code, 0) << made.err;
    }
  }
  static void TearDownTestSuite() { delete scratch_; }

  static std::string folder_of(const PublishedSplit& split) { return *scratch_ / split.recipe; }
  static std::string file_of(const PublishedSplit& split) {
    return folder_of(split) + "/splits/" + split.name + ".json";
  }

  static ScratchFolder* scratch_;
};

ScratchFolder* ScanSplits::scratch_ = nullptr;

std::string digest(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : std::set<std::string>(lines.begin(), lines.end())) {
    text += line + '\n';
  }
  return sha256_hex(text).substr(0, 16);
}

TEST_F(ScanSplits, HaveThePublishedSizesAndDigests) {
  for (const PublishedSplit& split : kPublished) {
    const auto part = [&](const char* name) {
      return text_lines(assay({"export", folder_of(split), "--format", "scan", "--split",
                               split.name, "--part", name})
                            .out);
    };
    const auto train = part("train");
    const auto test = part("test");
    EXPECT_EQ(train.size(), split.train) << split.name;
    EXPECT_EQ(test.size(), split.test) << split.name;
    if (split.train_digest[0] == '\0') continue;
    EXPECT_EQ(digest(train), split.train_digest) << split.name;
    EXPECT_EQ(digest(test), split.test_digest) << split.name;
  }
}

TEST_F(ScanSplits, Verify) {
  std::set<std::string> recipes;
  for (const PublishedSplit& split : kPublished) recipes.insert(folder_of(split));
  for (const std::string& folder : recipes) {
    const Outcome outcome = assay({"verify", folder});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  }
}

// Moves one row of test into train, everything else as it was: sizes stay plausible, JSON valid.
TEST_F(ScanSplits, OneOffendingRowIsNoticed) {
  for (const PublishedSplit& split : kPublished) {
    const std::string original = read_file(file_of(split));
    Json json = Json::parse(original);
    auto train = json["trainIdxs"].get<std::vector<std::uint64_t>>();
    auto test = json["testIdxs"].get<std::vector<std::uint64_t>>();
    const std::uint64_t offender = test[test.size() / 2];
    test.erase(test.begin() + static_cast<std::ptrdiff_t>(test.size() / 2));
    train.insert(std::lower_bound(train.begin(), train.end(), offender), offender);
    json["trainIdxs"] = train;
    json["testIdxs"] = test;
    write_file(file_of(split), json.dump());
    const Outcome outcome = assay({"verify", folder_of(split)});
    write_file(file_of(split), original);
    EXPECT_EQ(outcome.exit_code, 1) << split.name;
    EXPECT_NE(outcome.out.find("FAILS split " + std::string(split.name)), std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("row " + std::to_string(offender) + " "), std::string::npos)
        << outcome.out;
  }
}

// The parts as files: the claim travels along and is checked row by row.
TEST_F(ScanSplits, OffendingRowsInExportedPartsAreNoticed) {
  for (const PublishedSplit& split : kPublished) {
    if (split.train_digest[0] == '\0') continue;  // random splits place no row by itself
    const ScratchFolder scratch;
    const std::string folder = scratch / "parts";
    ASSERT_EQ(
        assay({"export", folder_of(split), "--split", split.name, "--out", folder, "-q"}).exit_code,
        0);
    const Outcome whole = assay({"verify", folder});
    EXPECT_EQ(whole.exit_code, 0) << whole.out;

    // A liar writes the manifest to fit: only the claim can tell.
    const std::string train_path = folder + "/data/train-00000-of-00001.jsonl";
    const std::string test_path = folder + "/data/test-00000-of-00001.jsonl";
    const std::string test_text = read_file(test_path);
    const std::string moved = test_text.substr(0, test_text.find('\n') + 1);
    const std::string train_text = read_file(train_path) + moved;
    write_file(train_path, train_text);
    write_file(test_path, test_text.substr(moved.size()));
    Json manifest = Json::parse(read_file(folder + "/manifest.json"));
    for (Json& file : manifest["files"]) {
      const std::string bytes = read_file(folder + "/" + file["path"].get<std::string>());
      file["bytes"] = bytes.size();
      file["sha256"] = sha256_hex(bytes);
      const auto rows = std::count(bytes.begin(), bytes.end(), '\n');
      file["rows"] = rows;
      file["addresses"] = rows;
      for (Json& part : manifest["parts"]) {
        if (part["name"] == file["part"]) part["rows"] = rows;
      }
    }
    manifest.erase("sha256");
    manifest["sha256"] = sha256_hex(manifest.dump(1));
    write_file(folder + "/manifest.json", manifest.dump(1) + "\n");
    const Outcome outcome = assay({"verify", folder});
    EXPECT_EQ(outcome.exit_code, 1) << split.name;
    EXPECT_NE(outcome.out.find("FAILS claim"), std::string::npos) << split.name << outcome.out;
  }
}

}  // namespace
}  // namespace assay::testing
