#include "assay/store/row_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/store/fake_task_testing.h"

namespace assay {
namespace {

using testing::ElementsAre;

// Two files of rows whose numbers count up; lines are long enough for several blocks of a megabyte.
class RowsOnDisk : public testing::Test {
 protected:
  static constexpr std::int64_t kRowsPerFile = 15'000;

  void SetUp() override {
    Manifest manifest;
    manifest.recipe.task = "fake";
    manifest.columns = task_.schema();
    const RowWriter writer(row_shape(manifest), false);
    Example row;
    reset(row, task_.schema());
    for (int file = 0; file < 2; ++file) {
      std::string bytes;
      for (std::int64_t i = 0; i < kRowsPerFile; ++i) {
        row.fields[kInputField] = std::string(90, '.');
        row.fields[kNumber] = file * kRowsPerFile + i;
        writer.append(bytes, row);
      }
      const std::string path = data_path("all", static_cast<std::uint64_t>(file), 2);
      folder_.put(path, bytes);
      manifest.files.push_back({path, "all", 0, kRowsPerFile, kRowsPerFile, bytes.size(), ""});
    }
    manifest.parts.push_back({"all", 2 * kRowsPerFile, {}});
    folder_.put(kManifestName, manifest_text(manifest));
  }

  RowPass pass(const DataSet& data) const {
    return {.shape = row_shape(data.manifest()), .control = control_};
  }
  static std::int64_t number(const Example& row) {
    return std::get<std::int64_t>(row.fields[kNumber]);
  }
  static void note(const Example& row, std::string_view, std::vector<std::int64_t>& numbers) {
    numbers.push_back(number(row));
  }
  void expect_all(const DataSet& data) const {
    std::int64_t next = 0;
    for_rows<std::vector<std::int64_t>>(data, pass(data), note,
                                        [&](const std::vector<std::int64_t>& numbers) {
                                          for (const auto found : numbers) EXPECT_EQ(found, next++);
                                        });
    EXPECT_EQ(next, 2 * kRowsPerFile);
  }

  static constexpr std::size_t kNumber = 3;
  ScratchFolder folder_;
  FakeTask task_;
  Control control_;
};

TEST_F(RowsOnDisk, AreAllGivenInOrder) {
  const DataSet data(folder_.path());
  ASSERT_GT(data.blocks().size(), 2U);
  for (const unsigned jobs : {1U, 3U}) {
    control_.jobs = jobs;
    expect_all(data);
  }
}

TEST_F(RowsOnDisk, OfAListAreGivenInItsOrder) {
  const DataSet data(folder_.path());
  const RowIndex index(data);
  const std::vector<std::uint64_t> rows = {7, 3, 29'999, 3, 15'000};
  for (const std::uint64_t step : {1U, 2U, 128U}) {
    RowPass some = pass(data);
    some.rows_per_block = step;
    std::vector<std::int64_t> seen;
    for_rows<std::vector<std::int64_t>>(index, rows, some, note,
                                        [&](const std::vector<std::int64_t>& numbers) {
                                          EXPECT_LE(numbers.size(), step);
                                          seen.insert(seen.end(), numbers.begin(), numbers.end());
                                        });
    EXPECT_THAT(seen, ElementsAre(7, 3, 29'999, 3, 15'000)) << step;
  }
  for_rows<int>(
      index, {}, pass(data), [](Example&, std::string_view, int&) { ADD_FAILURE(); },
      [](int&) { ADD_FAILURE(); });
}

TEST_F(RowsOnDisk, MayBeMovedAway) {
  const DataSet data(folder_.path());
  std::int64_t next = 0;
  for_rows<std::vector<Example>>(
      data, pass(data),
      [](Example& row, std::string_view, std::vector<Example>& rows) {
        rows.push_back(std::move(row));
      },
      [&](const std::vector<Example>& rows) {
        for (const Example& row : rows) ASSERT_EQ(number(row), next++);
      });
  EXPECT_EQ(next, 2 * kRowsPerFile);
}

TEST_F(RowsOnDisk, AreReportedAsTheyAreTakenOver) {
  const DataSet data(folder_.path());
  std::vector<std::uint64_t> done;
  control_.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.what, "look");
    EXPECT_EQ(progress.total, 50U);
    done.push_back(progress.done);
  };
  RowPass some = pass(data);
  const auto ignore = [](const auto&...) {};
  const std::vector<std::uint64_t> rows = {1, 2, 3, 4, 5};
  for_rows<int>(RowIndex(data), rows, some, ignore, ignore);
  EXPECT_TRUE(done.empty()) << "it has no name";
  some.progress = {"look", 10, 50, 0};
  some.rows_per_block = 2;
  for_rows<int>(RowIndex(data), rows, some, ignore, ignore);
  EXPECT_THAT(done, ElementsAre(12, 14, 15));
}

TEST_F(RowsOnDisk, ThatAreBadAreNamed) {
  const DataSet data(folder_.path());
  const auto object = [](const Example& row, std::string_view, int&) {
    if (number(row) == kRowsPerFile + 1) fail(ErrorKind::kInput, "is bad");
  };
  const auto ignore = [](int&) {};
  const std::string place = folder_ / data_path("all", 1, 2) + ":2: is bad";
  EXPECT_THAT([&] { for_rows<int>(data, pass(data), object, ignore); },
              fails(ErrorKind::kInput, place));
  const std::vector<std::uint64_t> rows = {4, kRowsPerFile + 1};
  EXPECT_THAT([&] { for_rows<int>(RowIndex(data), rows, pass(data), object, ignore); },
              fails(ErrorKind::kInput, place));
}

}  // namespace
}  // namespace assay
