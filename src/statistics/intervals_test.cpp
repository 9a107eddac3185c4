#include "assay/statistics/intervals.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace assay {
namespace {

// Worked by hand from the formula with z = 1.959963984540054.
TEST(Intervals, WilsonOfKnownShares) {
  const Interval half = wilson_interval(0.5, 100);
  EXPECT_NEAR(half.low, 0.403831530, 1e-9);
  EXPECT_NEAR(half.high, 0.596168470, 1e-9);
  const Interval none = wilson_interval(0, 10);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.277532799, 1e-9);
  const Interval all = wilson_interval(1, 10);
  EXPECT_NEAR(all.low, 1 - 0.277532799, 1e-9);
  EXPECT_EQ(all.high, 1);
}

TEST(Intervals, GroupsOfOneAreRows) {
  std::vector<GroupTally> groups(1000, {1, 1});
  for (std::size_t i = 0; i < 300; ++i) groups[i].right = 0;
  EXPECT_EQ(effective_rows(groups), 1000);
}

// Siblings that are always right or wrong together say as much as one of them.
TEST(Intervals, SiblingsThatAgreeCountOnce) {
  std::vector<GroupTally> groups(200, {10, 10});
  for (std::size_t i = 0; i < 60; ++i) groups[i].right = 0;
  EXPECT_NEAR(effective_rows(groups), 199, 1e-6);
}

TEST(Intervals, SiblingsThatBalanceDoNotSayMoreThanTheirRows) {
  EXPECT_EQ(effective_rows(std::vector<GroupTally>(50, {2, 1})), 50);  // no variance to go by
  std::vector<GroupTally> groups(50, {2, 1});
  groups[0].right = 2;
  EXPECT_EQ(effective_rows(groups), 100);
}

TEST(Intervals, WithoutVarianceGroupsAreCounted) {
  EXPECT_EQ(effective_rows(std::vector<GroupTally>(7, {10, 10})), 7);
  EXPECT_EQ(effective_rows(std::vector<GroupTally>(7, {10, 0})), 7);
  EXPECT_EQ(effective_rows(std::vector<GroupTally>{{10, 3}}), 1);
}

// The same groups, handed over row by row and in disorder; every second row has no answer.
TEST(Intervals, RowsByUnitAreGroupsOfTheirUnits) {
  RowsByUnit rows;
  std::vector<GroupTally> all(40);
  std::vector<GroupTally> answered(40);
  for (std::uint64_t i = 0; i < 400; ++i) {
    const std::uint64_t unit = i % 40;
    const bool is_answered = i % 2 == 0 || i % 3 == 0;
    const bool is_right = is_answered && i * 7 % 11 < 5 + unit % 4;
    rows.add(unit, is_answered, is_right);
    ++all[unit].rows;
    all[unit].right += is_right ? 1 : 0;
    if (is_answered) answered[unit] = {answered[unit].rows + 1, all[unit].right};
  }
  std::erase_if(answered, [](const GroupTally& group) { return group.rows == 0; });
  const RowsByUnit::Effective effective = rows.effective();
  EXPECT_NEAR(effective.rows, effective_rows(all), 1e-9);
  EXPECT_NEAR(effective.answers, effective_rows(answered), 1e-9);
  EXPECT_LT(effective.rows, 400);
}

TEST(Intervals, MeansOfZerosAndOnesAreShares) {
  std::vector<UnitValue> values;
  std::vector<GroupTally> groups(50, {4, 0});
  for (std::uint64_t i = 0; i < 200; ++i) {
    const bool is_right = i / 4 % 3 == 0 || i % 5 == 0;
    values.push_back({i / 4, is_right ? 1.0 : 0.0});
    groups[i / 4].right += is_right ? 1 : 0;
  }
  double right = 0;
  for (const GroupTally& group : groups) right += static_cast<double>(group.right);
  const Interval share = wilson_interval(right / 200, effective_rows(groups));
  const Interval mean = mean_interval(values);
  EXPECT_NEAR(mean.low, share.low, 1e-12);
  EXPECT_NEAR(mean.high, share.high, 1e-12);
  const Interval half = mean_interval({{0, 0.5}, {1, 0.5}, {2, 0.5}});  // no variance: three rows
  EXPECT_NEAR(half.low, wilson_interval(0.5, 3).low, 1e-12);
}

TEST(Intervals, RunsHaveMeanDeviationAndStudentsInterval) {
  const std::array<double, 3> values = {0.2, 0.3, 0.7};
  const RunSummary summary = summarise_runs(values);
  EXPECT_EQ(summary.runs, 3U);
  EXPECT_NEAR(summary.mean, 0.4, 1e-15);
  EXPECT_NEAR(summary.deviation.value(), 0.2645751311064591, 1e-15);
  // t of 2 degrees: 4.302652729911275
  EXPECT_NEAR(summary.interval.value().high - 0.4, 4.302652729911275 * 0.152752523165194, 1e-9);
  EXPECT_FALSE(summarise_runs(std::array<double, 1>{0.5}).interval.has_value());
  EXPECT_EQ(summarise_runs({}).runs, 0U);
}

}  // namespace
}  // namespace assay
