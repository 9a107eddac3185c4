// Data sets that a liar has changed so that every hash and count fits: only what the rows say can
// tell. All tasks; one offending row each.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "assay/base/error.h"
#include "assay/pipeline/export_set.h"
#include "assay/pipeline/make_split.h"
#include "assay/store/data_set.h"
#include "small_sets.h"

namespace assay::testing {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& path) {
  Lines lines;
  const std::string bytes = bytes_of(path);
  for_each_line(bytes, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

void put_lines(const std::string& path, const Lines& lines) {
  std::string bytes;
  for (const std::string& line : lines) bytes += line + '\n';
  put(path, bytes);
}

// The parts are one file each.
std::string part_file(const std::string& part) {
  return fmt::format("data/{}-00000-of-00001.jsonl", part);
}

// Takes the row out of one part and appends it to another.
void move_row(const SmallSet& set, std::size_t row, const std::string& from,
              const std::string& into) {
  Lines source = lines_of(set / part_file(from));
  Lines sink = lines_of(set / part_file(into));
  const auto moved = source.begin() + static_cast<std::ptrdiff_t>(row % source.size());
  sink.push_back(*moved);
  source.erase(moved);
  put_lines(set / part_file(from), source);
  put_lines(set / part_file(into), sink);
  set.mend();
}

// A row of test gives way to one of train.
void plant(const SmallSet& set, std::size_t row) {
  const Lines train = lines_of(set / part_file("train"));
  Lines test = lines_of(set / part_file("test"));
  test[row % test.size()] = train[(row * 3) % train.size()];
  put_lines(set / part_file("test"), test);
  set.mend();
}

// Puts back what a case has changed.
class Restored {
 public:
  explicit Restored(const SmallSet& set) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(set.folder())) {
      if (entry.is_regular_file()) files_.emplace_back(entry.path(), bytes_of(entry.path()));
    }
  }
  ~Restored() {
    for (const auto& [path, bytes] : files_) put(path, bytes);
  }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  std::vector<std::pair<std::string, std::string>> files_;
};

constexpr std::size_t kCases = 5;  // of each kind, for each task

class Sabotage : public ::testing::TestWithParam<std::string> {
 protected:
  static Recipe recipe() {
    Recipe recipe = small_recipe(GetParam());
    recipe.rows = 80;
    recipe.rows_per_file = 1000;
    return recipe;
  }
  static Recipe recipe_in_blocks() {
    Recipe in_blocks = recipe();
    in_blocks.order = RowOrder::kBlocks;
    return in_blocks;
  }
  static Recipe recipe_with_parts() {
    Recipe with_parts = recipe();
    with_parts.parts = {{"train", 60}, {"test", 40}};
    return with_parts;
  }
};

TEST_P(Sabotage, OfARowBetweenPartsIsFound) {
  const SmallSet set(recipe_with_parts());
  ASSERT_EQ(failures(set.verify()), "");
  for (std::size_t i = 0; i < kCases; ++i) {
    const Restored restored(set);
    move_row(set, i * 7, i % 2 == 0 ? "train" : "test", i % 2 == 0 ? "test" : "train");
    EXPECT_TRUE(fails_at(set.verify(), "parts")) << i << failures(set.verify());
  }
}

TEST_P(Sabotage, ByPlantedDuplicatesIsFound) {
  const SmallSet set(recipe_with_parts());
  for (std::size_t i = 0; i < kCases; ++i) {
    const Restored restored(set);
    plant(set, i * 5);
    EXPECT_TRUE(fails_at(set.verify(), "overlap")) << i << failures(set.verify());
  }
}

// Also where parts are none, so that nothing but the address of a row can tell.
TEST_P(Sabotage, ByRepeatedRowsIsFound) {
  const SmallSet set(recipe());
  const std::string path = set / part_file("all");
  for (std::size_t i = 0; i < kCases; ++i) {
    const Restored restored(set);
    Lines rows = lines_of(path);
    rows[i] = rows[rows.size() - 1 - i];
    put_lines(path, rows);
    set.mend();
    EXPECT_TRUE(fails_at(set.verify(), "content")) << i << failures(set.verify());
  }
}

// One row of test goes to train, counts and the hash of the file's text fit.
void move_in_split(const SmallSet& set, const std::string& name, std::size_t row) {
  const DataSet data(set.folder());
  SplitFile file = read_split(data, name);
  auto& [train, dev, test] = file.split;
  const auto moved = test.begin() + static_cast<std::ptrdiff_t>(row % test.size());
  train.insert(std::ranges::lower_bound(train, *moved), *moved);
  test.erase(moved);
  put(set / split_path(name), split_text(file));
}

TEST_P(Sabotage, OfASplitIsFound) {
  const SmallSet set(recipe());
  std::filesystem::create_directory(set / "splits");
  const SplitSpec length = length_spec("length", set.folder(), set.task());
  SplitSpec sized = length;
  sized.name = "sized";
  for (const auto& [part, size] :
       {std::pair{"train", "30%"}, std::pair{"dev", "10%"}, std::pair{"test", "20%"}}) {
    sized.set(part, size);
  }
  for (const SplitSpec& spec :
       {split_spec("random", "random"), split_spec("group", "group"), length, sized,
        split_spec("pattern", "pattern", {{"train", "60%"}, {"test", "rest"}})}) {
    const DataSet data(set.folder());
    SplitSession rows(data, set.task(), {});
    const SplitFile made = make_split(rows, spec);
    ASSERT_FALSE(made.split.test.empty()) << spec.name;
    put(set / split_path(spec.name), split_text(made));
    ASSERT_EQ(failures(set.verify()), "");
    for (const std::size_t row : {std::size_t{0}, std::size_t{3}}) {
      move_in_split(set, spec.name, row);
      EXPECT_TRUE(fails_at(set.verify(), "split " + spec.name)) << failures(set.verify());
      put(set / split_path(spec.name), split_text(made));
    }
  }
}

TEST_P(Sabotage, OfAnExportedSplitIsFound) {
  const SmallSet set(recipe());
  const DataSet data(set.folder());
  SplitSession rows(data, set.task(), {});
  const SplitFile split = make_split(rows, length_spec("short", set.folder(), set.task()));
  const SmallSet parts(set, "parts");
  export_split(data, set.task(), split, parts.folder(), {"0.0.0", "test"}, {});
  ASSERT_EQ(failures(parts.verify()), "");
  for (std::size_t i = 0; i < kCases; ++i) {
    const Restored restored(parts);
    move_row(parts, i * 3, i % 2 == 0 ? "train" : "test", i % 2 == 0 ? "test" : "train");
    EXPECT_TRUE(fails_at(parts.verify(), "claim")) << i << failures(parts.verify());
  }
  for (std::size_t i = 0; i < kCases; ++i) {
    const Restored restored(parts);
    plant(parts, i);
    EXPECT_TRUE(fails_at(parts.verify(), "overlap")) << i << failures(parts.verify());
  }
}

// Where rows are placed by what they share, a row that stands apart from its like tells. Rows of
// tasks that have no two alike are never out of place.
TEST_P(Sabotage, OfExportedGroupsAndPatternsIsFound) {
  const SmallSet set(recipe_in_blocks());
  for (const auto& [method, fact] :
       {std::pair{"group", RowFact::kGroup}, std::pair{"pattern", RowFact::kOutputPattern}}) {
    const DataSet data(set.folder());
    SplitSession rows(data, set.task(), {});
    const SplitFile split =
        make_split(rows, split_spec("s", method, {{"train", "50%"}, {"test", "rest"}}));
    if (split.split.train.empty() || split.split.test.empty()) continue;
    const SmallSet parts(set, method);
    export_split(data, set.task(), split, parts.folder(), {"0.0.0", "test"}, {});
    ASSERT_EQ(failures(parts.verify()), "") << method;
    const auto values = rows.facts(fact);
    const auto alike = [&](std::uint64_t row) {
      return std::ranges::count(split.split.train, values[row],
                                [&](std::uint64_t other) { return values[other]; }) > 1;
    };
    for (std::size_t at = 0, cases = 0; at < split.split.train.size() && cases < kCases; ++at) {
      if (!alike(split.split.train[at])) continue;
      const Restored restored(parts);
      move_row(parts, at, "train", "test");
      EXPECT_TRUE(fails_at(parts.verify(), "claim")) << method << at << failures(parts.verify());
      ++cases;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryTask, Sabotage, ::testing::ValuesIn(all_tasks()),
                         [](const auto& task) { return task.param; });

// What a manifest says beside its hashes: each figure alone, everything else to fit.
class Record : public ::testing::Test {
 protected:
  static Recipe recipe() {
    Recipe recipe = small_recipe("scan");
    recipe.rows = 40;
    recipe.rows_per_file = 15;
    recipe.parts = {{"train", 60}, {"test", 40}};
    return recipe;
  }
  void expect_found(const std::function<void(Manifest&)>& change, const std::string& words) const {
    const Folder folder = Folder::open(set_.folder());
    const Manifest good = read_manifest(folder);
    Manifest bad = good;
    change(bad);
    folder.write(kManifestName, manifest_text(bad));
    const std::string found = failures(set_.verify());
    EXPECT_THAT(found, ::testing::HasSubstr(set_ / "manifest.json")) << words;
    EXPECT_THAT(found, ::testing::HasSubstr(words));
    folder.write(kManifestName, manifest_text(good));
    EXPECT_EQ(failures(set_.verify()), "");
  }

  SmallSet set_{recipe()};
};

TEST_F(Record, OfFilesIsCompared) {
  expect_found([](Manifest& m) { m.files[1].first += 1; }, "its recipe gives");
  expect_found([](Manifest& m) { m.files[2].addresses += 1; }, "its recipe gives");
  expect_found([](Manifest& m) { m.files[0].path = "data/other.jsonl"; }, "its recipe gives");
  expect_found([](Manifest& m) { m.files[0].part = "test"; }, "its recipe gives");
  expect_found([](Manifest& m) { std::swap(m.files[0], m.files[1]); }, "its recipe gives");
  expect_found([](Manifest& m) { m.files.pop_back(); }, "it lists 5 files, but");
  expect_found(
      [](Manifest& m) {
        m.files[0].rows += 1;
        m.files[1].rows -= 1;
      },
      "rows, but it has");
  expect_found([](Manifest& m) { m.empty = 1; }, "1 empty addresses");
  expect_found([](Manifest& m) { m.recipe.rows_per_file = 14; },
               "the recipe does not fit its hash");
  expect_found([](Manifest& m) { m.documents[1].bytes += 1; }, "recipe.toml has");
}

TEST_F(Record, OfPartsIsCountedAgain) {
  expect_found([](Manifest& m) { m.parts[0].lengths.input_sum += 1; }, "words of input");
  expect_found([](Manifest& m) { m.parts[1].lengths.input_most += 1; }, "rows of part test");
  expect_found([](Manifest& m) { m.parts[0].lengths.target_sum -= 1; }, "rows of part train");
  expect_found([](Manifest& m) { m.parts[1].lengths.target_most -= 1; }, "of target");
  expect_found([](Manifest& m) { m.units = *m.units + 1; }, "units");
  expect_found([](Manifest& m) { m.content_hash[3] = m.content_hash[3] == 'a' ? 'b' : 'a'; },
               "content hash");
  expect_found([](Manifest& m) { std::swap(m.parts[0].name, m.parts[1].name); }, "its parts are");
}

TEST_F(Record, OfTheProgramIsOneOfAssay) {
  expect_found([](Manifest& m) { m.tool_version = "latest"; }, "is not a version of assay");
  expect_found([](Manifest& m) { m.columns.fields[0].name = "question"; }, "its columns");
}

}  // namespace
}  // namespace assay::testing
