// Levels of difficulty: a task that has any has ten, they can be made, and what they ask grows.
#include <gtest/gtest.h>

#include <set>

#include "assay/catalog/catalog.h"
#include "assay/core/difficulty.h"
#include "assay/core/stamp.h"
#include "conformance_laws.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kLevels = 10;
constexpr std::uint64_t kRowsOfLevel = 300;

std::unique_ptr<Task> at_level(const TaskInfo& info, std::size_t level) {
  return make_task(info.name, {{std::string(kDifficulty), std::to_string(level)}});
}

double mean_rules(const std::vector<Example>& rows) {
  double sum = 0;
  for (const Example& row : rows) sum += static_cast<double>(row.rules.size());
  return sum / static_cast<double>(rows.size());
}

class Difficulty : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (info().difficulty.empty()) GTEST_SKIP() << GetParam() << " has no levels";
  }
  const TaskInfo& info() const {
    for (const CatalogEntry& entry : catalog()) {
      if (entry.info->name == GetParam()) return *entry.info;
    }
    ADD_FAILURE() << "there is no task " << GetParam();
    return *catalog().front().info;
  }
};

TEST_P(Difficulty, HasTenLevelsThatSetParametersOfTheTask) {
  ASSERT_EQ(info().difficulty.size(), kLevels);
  std::set<std::string> stamps;
  for (const ParamSpec& spec : info().params) EXPECT_NE(spec.name, kDifficulty);
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto task = at_level(info(), level);
    stamps.insert(stamp_of(*task));
    for (const auto& [name, value] : info().difficulty[level]) {
      EXPECT_EQ(task->params().text(name), value) << level;
    }
  }
  EXPECT_EQ(stamps.size(), kLevels) << "two levels are the same data";
}

TEST_P(Difficulty, ParametersGivenByNameWin) {
  for (const auto& [name, value] : info().difficulty[9]) {
    auto given = info().difficulty[0];
    given = {{std::string(kDifficulty), "9"}, {name, given.contains(name) ? given[name] : value}};
    EXPECT_EQ(with_difficulty(info(), given).at(name), given.at(name));
  }
}

// The steps of a derivation are what every task counts alike; docs/difficulty.md has more.
TEST_P(Difficulty, RowsAreRightAndTheirDerivationsGrow) {
  constexpr double kNoise = 0.97;
  double before = 0;
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto task = at_level(info(), level);
    const Subject subject(*task, kRowsOfLevel);
    ASSERT_GE(subject.rows().size(), 50U) << level;
    for (const auto ask : {witness_confirms_targets, target_is_right_and_silence_is_no_answer}) {
      const Complaints complaints = ask(subject);
      EXPECT_TRUE(complaints.empty()) << "level " << level << ": " << complaints.text();
    }
    const double rules = mean_rules(subject.rows());
    EXPECT_GT(rules, kNoise * before) << "level " << level;
    before = rules;
  }
  EXPECT_GT(before, mean_rules(Subject(*at_level(info(), 0), kRowsOfLevel).rows()));
}

INSTANTIATE_TEST_SUITE_P(EveryTask, Difficulty, ::testing::ValuesIn(task_names()),
                         [](const auto& named) { return named.param; });

}  // namespace
}  // namespace assay::conformance
