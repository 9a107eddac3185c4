// Whatever is damaged in the folder of a data set, `verify` notices it and names that file: all
// tasks, all kinds of files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/store/layout.h"
#include "assay/verbs/verify.h"
#include "small_sets.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Three data files, two splits of one method and one of another, the card, the recipe.
Recipe recipe_with_splits(const std::string& task) {
  Recipe recipe = small_recipe(task);
  recipe.splits = {split_spec("first", "random", {{"seed", std::uint64_t{1}}}),
                   split_spec("second", "random", {{"seed", std::uint64_t{2}}}),
                   split_spec("short", "length", {{"longest", std::uint64_t{12}}})};
  return recipe;
}

class Damage : public ::testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { set_ = nullptr; }
  static void TearDownTestSuite() { delete set_; }

  // One data set of each task, damaged and restored time after time.
  void SetUp() override {
    if (set_ == nullptr || set_->task().info().name != GetParam()) {
      delete set_;
      set_ = new SmallSet(recipe_with_splits(GetParam()));
    }
    ASSERT_EQ(failures(set_->verify()), "");
  }
  void TearDown() override { EXPECT_EQ(failures(set_->verify()), "") << "not restored"; }

  static std::vector<std::string> data_files() {
    std::vector<std::string> files;
    for (int i = 0; i < 3; ++i) files.push_back(fmt::format("data/all-0000{}-of-00003.jsonl", i));
    return files;
  }
  static std::vector<std::string> all_files() {
    std::vector<std::string> files = data_files();
    for (const char* name : {"manifest.json", "splits/first.json", "splits/second.json",
                             "splits/short.json", "README.md", "recipe.toml"}) {
      files.emplace_back(name);
    }
    return files;
  }

  // What is wrong, a line each. A damaged manifest is left to the verb, which may not find its
  // task; for all else the task need not be made again.
  static std::vector<std::string> findings(const std::string& file) {
    std::vector<std::string> lines;
    try {
      const auto checks =
          file == kManifestName ? verbs::verify({set_->folder()}).checks : set_->verify();
      for (const Check& check : checks) {
        if (!check.holds) lines.push_back(check.detail);
      }
    } catch (const Error& problem) {
      EXPECT_EQ(problem.kind(), ErrorKind::kInput) << problem.what();
      lines.emplace_back(problem.what());
    }
    return lines;
  }

  // There is a finding, and each names the file, or one of two.
  static void expect_found(const std::string& what, const std::string& file,
                           const std::string& or_file = "") {
    const std::vector<std::string> lines = findings(file);
    EXPECT_FALSE(lines.empty()) << what << " of " << file << " is not noticed";
    for (const std::string& line : lines) {
      const bool names_it = line.find(file) != std::string::npos ||
                            (!or_file.empty() && line.find(or_file) != std::string::npos);
      EXPECT_TRUE(names_it) << what << " of " << file << ": " << line;
      EXPECT_EQ(line.find("exception"), std::string::npos) << line;
    }
  }

  template <typename Change>
  static void expect_change_found(const std::string& what, const std::string& file, Change change) {
    const std::string good = bytes_of(*set_ / file);
    std::string bad = good;
    change(bad);
    if (bad == good) return;
    put(*set_ / file, bad);
    expect_found(what, file);
    put(*set_ / file, good);
  }

  static SmallSet* set_;
};

SmallSet* Damage::set_ = nullptr;

TEST_P(Damage, OfSingleBitsIsNoticed) {
  constexpr int kFlips = 8;
  Stream stream(stream_key(1, GetParam()), {});
  for (const std::string& file : all_files()) {
    for (int i = 0; i < kFlips; ++i) {
      expect_change_found("a flipped bit", file, [&](std::string& bytes) {
        char& byte = bytes[stream.below(bytes.size())];
        byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << stream.below(8)));
      });
    }
  }
}

TEST_P(Damage, ByCuttingAndAppendingIsNoticed) {
  Stream stream(stream_key(2, GetParam()), {});
  for (const std::string& file : all_files()) {
    const std::size_t size = bytes_of(*set_ / file).size();
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{1}, stream.below(size), size - 1}) {
      expect_change_found("cutting", file, [&](std::string& bytes) { bytes.resize(length); });
    }
    for (const char* tail : {"\n", " ", "{}\n"}) {
      expect_change_found("appending", file, [&](std::string& bytes) { bytes += tail; });
    }
  }
}

TEST_P(Damage, ByRemovingIsNoticed) {
  for (const std::string& file : all_files()) {
    const std::string good = bytes_of(*set_ / file);
    fs::remove(*set_ / file);
    expect_found("removal", file);
    put(*set_ / file, good);
  }
}

TEST_P(Damage, ByExchangingIsNoticed) {
  const auto data = data_files();
  for (const auto& [one, other] :
       {std::pair{data[0], data[1]}, std::pair{data[1], data[2]},
        std::pair<std::string, std::string>{"splits/first.json", "splits/second.json"},
        std::pair<std::string, std::string>{"splits/first.json", "splits/short.json"},
        std::pair<std::string, std::string>{"README.md", "recipe.toml"}}) {
    const std::string first = bytes_of(*set_ / one);
    const std::string second = bytes_of(*set_ / other);
    put(*set_ / one, second);
    put(*set_ / other, first);
    expect_found("exchange", one, other);
    put(*set_ / one, first);
    put(*set_ / other, second);
  }
}

TEST_P(Damage, ByAddingIsNoticed) {
  for (const char* added : {"data/more.jsonl", "data/all-00003-of-00003.jsonl", "splits/notes.txt",
                            "splits/more.json", ".assay/more"}) {
    put(*set_ / added, "{}\n");
    expect_found("adding", added);
    fs::remove(*set_ / added);
  }
}

// What lies beside is the user's own, and what a killed writer leaves is no damage.
TEST_P(Damage, IsNotWhatLiesBeside) {
  for (const char* added : {"notes.txt", "splits/.new.json.part"}) {
    put(*set_ / added, "mine");
    const auto checks = set_->verify();
    EXPECT_EQ(failures(checks), "");
    EXPECT_THAT(checks,
                ::testing::Contains(::testing::Field(
                    &Check::detail, HasSubstr(std::string("not part of the data set: ") + added))));
    fs::remove(*set_ / added);
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryTask, Damage, ::testing::ValuesIn(all_tasks()),
                         [](const auto& task) { return task.param; });

}  // namespace
}  // namespace assay::testing
