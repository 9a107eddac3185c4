#include "assay/statistics/paired.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "assay/base/random.h"

namespace assay {
namespace {

TEST(Paired, McNemarCountsOutFewRows) {
  EXPECT_EQ(mcnemar({.both = 5}), 1);
  EXPECT_EQ(mcnemar({.only_first = 4, .only_second = 4}), 1);
  EXPECT_DOUBLE_EQ(mcnemar({.only_first = 5, .only_second = 0}), 2.0 / 32);
  EXPECT_DOUBLE_EQ(mcnemar({.only_first = 1, .only_second = 5}), 2 * 7.0 / 64);
}

TEST(Paired, HolmKeepsTheOrderAndNeverFallsBelowASmallerOne) {
  const std::vector<double> given = {0.01, 0.04, 0.03, 0.005, 0.5};
  const std::vector<double> expected = {0.04, 0.09, 0.09, 0.025, 0.5};
  const std::vector<double> adjusted = holm(given);
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15);
  EXPECT_TRUE(holm({}).empty());
}

// The formula turned round: so many rows are needed for that difference.
TEST(Paired, SmallestDifferenceNeedsExactlyTheseRows) {
  const double difference = smallest_detectable_difference(500, 0.2).value();
  const double root = 1.959963984540054 * std::sqrt(0.2) +
                      0.8416212335729143 * std::sqrt(0.2 - difference * difference);
  EXPECT_NEAR(root * root / (difference * difference), 500, 1e-6);
  EXPECT_FALSE(smallest_detectable_difference(10, 0.1).has_value());
  EXPECT_FALSE(smallest_detectable_difference(10, 0).has_value());
}

std::vector<PairedTally> drawn_groups(std::size_t count) {
  std::vector<PairedTally> groups(count);
  Stream stream({3, 3}, {});
  for (PairedTally& group : groups) {
    for (std::uint64_t left = 1 + stream.below(4); left > 0; --left) {
      const std::uint64_t kind = stream.below(10);
      ++(kind < 5   ? group.both
         : kind < 7 ? group.only_first
         : kind < 8 ? group.only_second
                    : group.neither);
    }
  }
  return groups;
}

// Group after group, as the definition says.
Interval plain_bootstrap(std::span<const PairedTally> groups, int resamples) {
  std::vector<double> differences;
  for (int i = 0; i < resamples; ++i) {
    Stream stream({4, 4}, {Purpose::kSelect, static_cast<std::uint64_t>(i)});
    PairedTally sum;
    for (std::size_t j = 0; j < groups.size(); ++j) {
      const PairedTally& group = groups[stream.below(groups.size())];
      sum.both += group.both;
      sum.only_first += group.only_first;
      sum.only_second += group.only_second;
      sum.neither += group.neither;
    }
    differences.push_back(sum.difference());
  }
  std::ranges::sort(differences);
  const auto at = [&](double share) {
    return differences[static_cast<std::size_t>(share * (resamples - 1))];
  };
  return {at(0.025), at(0.975)};
}

TEST(Paired, BootstrapByKindsIsTheBootstrapByGroups) {
  const std::vector<PairedTally> groups = drawn_groups(300);
  const Interval quick = bootstrap_difference(groups, {}, {});
  const Interval plain = plain_bootstrap(groups, 10000);
  EXPECT_NEAR(quick.low, plain.low, 0.002);
  EXPECT_NEAR(quick.high, plain.high, 0.002);
}

TEST(Paired, BootstrapIsTheSameOnAnyNumberOfThreads) {
  const std::vector<PairedTally> groups = drawn_groups(100);
  Control control;
  control.jobs = 3;
  const Interval one = bootstrap_difference(groups, {}, {});
  const Interval three = bootstrap_difference(groups, {}, control);
  EXPECT_EQ(one.low, three.low);
  EXPECT_EQ(one.high, three.high);
}

TEST(Paired, BootstrapOfEqualRunsIsNothing) {
  const Interval interval =
      bootstrap_difference(std::vector<PairedTally>(20, {.both = 2, .neither = 1}), {}, {});
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, 0);
}

TEST(Paired, IndependentRowsCountInFull) {
  std::vector<PairedTally> rows(300, {.both = 1});
  for (std::size_t i = 0; i < 60; ++i) rows[i] = {.only_first = 1};
  for (std::size_t i = 60; i < 90; ++i) rows[i] = {.only_second = 1};
  // Up to the n - 1 of a variance that is estimated.
  EXPECT_NEAR(effective_pairs(rows), 299, 1e-9);
}

TEST(Paired, SiblingsThatAlwaysAgreeCountOnce) {
  std::vector<PairedTally> groups(100, {.both = 10});
  for (std::size_t i = 0; i < 20; ++i) groups[i] = {.only_first = 10};
  for (std::size_t i = 20; i < 30; ++i) groups[i] = {.only_second = 10};
  EXPECT_NEAR(effective_pairs(groups), 99, 1e-9);
  EXPECT_EQ(effective_pairs(std::vector<PairedTally>(7, {.both = 3, .neither = 2})), 7);
  EXPECT_EQ(effective_pairs(std::vector<PairedTally>(1, {.only_first = 3})), 1);
}

}  // namespace
}  // namespace assay
