// A data set says itself how its rows are read: by its manifest alone they are what they are with
// its task.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "assay/base/scratch_folder_testing.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/generate.h"
#include "assay/store/data_set.h"

namespace assay {
namespace {

std::vector<std::string> rule_texts(const Example& row, const RuleTable& table) {
  std::vector<std::string> texts;
  for (NodeId node = 0; node < row.rules.size(); ++node) {
    append_node_text(texts.emplace_back(), row.rules, node, table);
  }
  return texts;
}

void expect_readable_without_task(const std::string& path) {
  const DataSet data(path);
  const Recipe& recipe = data.manifest().recipe;
  const auto task = make_task(recipe.task, recipe.params);
  RowReader with_task(row_shape(*task, data.manifest()));
  RowReader alone(row_shape(data.manifest()));
  const RowIndex index(data);
  ASSERT_GT(data.rows(), 0U);
  for (std::uint64_t row = 0; row < data.rows(); ++row) {
    Example expected;
    Example read;
    with_task.parse(index.line(row), expected);
    alone.parse(index.line(row), read);
    EXPECT_THAT(alone.rule_texts(), testing::ElementsAreArray(rule_texts(expected, task->rules())));
    EXPECT_TRUE(read.rules.empty());
    expected.rules.clear();
    ASSERT_EQ(read, expected) << index.place(row);
  }
}

std::vector<std::string> earlier_sets() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(ASSAY_TEST_DATA "/format_1")) {
    names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

class EarlierRows : public testing::TestWithParam<std::string> {};

TEST_P(EarlierRows, AreReadWithoutTheirTask) {
  expect_readable_without_task(ASSAY_TEST_DATA "/format_1/" + GetParam());
}

INSTANTIATE_TEST_SUITE_P(OfFormat1, EarlierRows, testing::ValuesIn(earlier_sets()));

class NewRows : public testing::TestWithParam<std::string> {};

TEST_P(NewRows, AreReadWithoutTheirTask) {
  const ScratchFolder folder;
  GenerateJob job;
  job.recipe.task = GetParam();
  job.recipe.rows = 50;
  generate_to_folder(*make_task(GetParam(), {}), job, folder / "data");
  expect_readable_without_task(folder / "data");
}

INSTANTIATE_TEST_SUITE_P(OfTasks, NewRows, testing::ValuesIn(task_names()));

}  // namespace
}  // namespace assay
