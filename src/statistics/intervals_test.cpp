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
  EXPECT_NEAR(effective_rows(groups), 999, 1e-6);  // one less: the share is estimated as well
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
