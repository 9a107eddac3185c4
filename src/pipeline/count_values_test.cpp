#include "assay/pipeline/count_values.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "assay/base/text.h"
#include "assay/pipeline/written_set_testing.h"
#include "assay/store/fake_task_testing.h"

namespace assay {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;

class LengthTask : public FakeTask {
 public:
  Features features(const Example& row) const override {
    Features features;
    features.output_length = static_cast<std::uint32_t>(count_words(row.target()));
    return features;
  }
};

// Of unit i / 2: "i i ... i" with i % 3 + 1 words, flag: i is even, number: i % 4, real: i / 10,
// texts: "a", and "b" where i is even.
void put_rows(const ScratchFolder& folder, const Task& task, std::uint64_t count) {
  std::vector<Example> rows;
  for (std::uint64_t i = 0; i < count; ++i) {
    Example& row = rows.emplace_back();
    reset(row, task.schema());
    row.address.unit = i / 2;
    row.address.item = i % 2;
    row.fields[kInputField] = std::string(i % 3 == 0 ? "x" : i % 3 == 1 ? "x x" : "x x x");
    row.fields[kTargetField] = fmt::format("target {}", i);
    row.fields[2] = i % 2 == 0;
    row.fields[3] = static_cast<std::int64_t>(i % 4);
    row.fields[4] = static_cast<double>(i) / 10;
    row.fields[5] =
        i % 2 == 0 ? std::vector<std::string>{"b", "a", "b"} : std::vector<std::string>{"a"};
  }
  put_data_set(folder, task, 0, std::move(rows));
}

Control threads(unsigned number) {
  Control control;
  control.jobs = number;
  return control;
}

const ColumnShares& column(const ValueShares& shares, const std::string& name) {
  return *std::ranges::find(shares.columns, name, &ColumnShares::name);
}

TEST(CountValues, SharesOutValuesOfEveryPart) {
  const ScratchFolder folder;
  const LengthTask task;
  put_rows(folder, task, 12);
  const DataSet data(folder.path());
  const auto all =
      count_values(data, task, {{{"train", {0, 1, 2, 2}}, {"dev", {}}, {"test", {5}}}}, threads(3));
  ASSERT_EQ(all.size(), 1U);
  const ValueShares& shares = all.front();
  ASSERT_EQ(shares.parts.size(), 2U);
  EXPECT_EQ(shares.parts[0], (PartRows{"train", 4, 2, 2.25, 2, 3, 2}));
  EXPECT_EQ(shares.parts[1], (PartRows{"test", 1, 1, 3, 2, 3, 2}));
  const auto values_of = [&](const std::string& name) {
    std::string text;
    for (const auto& [value, rows] : column(shares, name).values) {
      text += fmt::format("{}:{}/{} ", value, rows[0], rows[1]);
    }
    return text;
  };
  EXPECT_EQ(values_of("flag"), "false:1/1 true:3/0 ");
  EXPECT_EQ(values_of("number"), "0:1/0 1:1/1 2:2/0 ");
  EXPECT_EQ(values_of("texts"), "a:4/1 b:3/0 ");
  EXPECT_THAT(column(shares, "real").means, ElementsAre(DoubleEq(0.125), DoubleEq(0.5)));
  EXPECT_THAT(shares.left_out, IsEmpty());
}

TEST(CountValues, LeavesOutWhatHasTooManyValues) {
  const ScratchFolder folder;
  const LengthTask task;
  put_rows(folder, task, 40);
  const DataSet data(folder.path());
  std::vector<std::uint64_t> rows(40);
  std::iota(rows.begin(), rows.end(), 0);
  const auto alone = count_values(data, task, {{{"all", rows}}}, threads(1));
  EXPECT_THAT(alone[0].left_out, ElementsAre("target"));
  EXPECT_EQ(column(alone[0], "number").values.size(), 4U);
  EXPECT_EQ(alone, count_values(data, task, {{{"all", rows}}}, threads(4)));
}

TEST(CountValues, SeveralSplitsInOnePass) {
  const ScratchFolder folder;
  const LengthTask task;
  put_rows(folder, task, 6);
  const DataSet data(folder.path());
  const auto all =
      count_values(data, task, {{{"a", {0, 1}}}, {{"b", {2}}, {"c", {3, 4, 5}}}, {}}, threads(2));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].parts.size(), 1U);
  EXPECT_EQ(all[1].parts[1].rows, 3U);
  EXPECT_THAT(all[2].parts, IsEmpty());
  EXPECT_THAT(all[2].columns, IsEmpty());
}

}  // namespace
}  // namespace assay
