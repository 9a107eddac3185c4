#include "assay/split/bundles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "assay/base/error_testing.h"
#include "assay/split/split.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Rows = std::vector<std::uint64_t>;

Portions portions(const char* train, const char* dev, const char* test) {
  return {parse_portion(train), parse_portion(dev), parse_portion(test)};
}

// 600 rows of 90 forms: some alone, some up to twenty times.
Rows many_forms() {
  Rows forms;
  for (std::uint64_t i = 0; forms.size() < 600; ++i) {
    for (std::uint64_t j = 0; j <= i % 20 * (i % 3) / 2 && forms.size() < 600; ++j) {
      forms.push_back(i * 7919 % 1009);
    }
  }
  return forms;
}

// No form stands in two parts.
void expect_apart(const Split& split, const Rows& forms) {
  std::map<std::uint64_t, int> part_of;
  int part = 0;
  for (const auto* rows : {&split.train, &split.dev, &split.test}) {
    for (const std::uint64_t row : *rows) {
      EXPECT_EQ(part_of.emplace(forms[row], part).first->second, part) << "row " << row;
    }
    ++part;
  }
}

TEST(BundleRows, JoinsEqualValuesStepByStep) {
  const Rows forms = {5, 6, 5, 7, 8};
  const Rows groups = {1, 2, 3, 3, 4};
  EXPECT_THAT(bundle_rows(5, {forms}), ElementsAre(0, 1, 0, 2, 3));
  EXPECT_THAT(bundle_rows(5, {groups}), ElementsAre(0, 1, 2, 2, 3));
  EXPECT_THAT(bundle_rows(5, {forms, groups}), ElementsAre(0, 1, 0, 0, 2));
  EXPECT_THAT(bundle_rows(3, {Rows()}), ElementsAre(0, 1, 2));
  EXPECT_THAT(bundle_rows(0, {}), IsEmpty());
  EXPECT_THAT(
      [] { bundle_rows(4294967295U, {}); },
      fails(ErrorKind::kUsage, "4,294,967,295 rows cannot be split, at most 4,294,967,294"));
}

TEST(BundleRows, EqualTheComponentsFoundByBruteForce) {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    Rows a;
    Rows b;
    for (std::uint64_t i = 0; i < 30; ++i) {
      a.push_back((i * seed * 2654435761U >> 7U) % 20);
      b.push_back((i * seed * 40503U >> 5U) % 25);
    }
    Rows expected(30);
    for (std::uint64_t i = 0; i < 30; ++i) expected[i] = i;
    for (int again = 0; again < 30; ++again) {
      for (std::size_t i = 0; i < 30; ++i) {
        for (std::size_t j = 0; j < 30; ++j) {
          if (a[i] == a[j] || b[i] == b[j]) expected[j] = std::min(expected[i], expected[j]);
        }
      }
    }
    const std::vector<std::uint32_t> found = bundle_rows(30, {a, b});
    for (std::size_t i = 0; i < 30; ++i) {
      for (std::size_t j = 0; j < 30; ++j) {
        EXPECT_EQ(found[i] == found[j], expected[i] == expected[j]) << seed;
      }
    }
  }
}

TEST(SomeOf, TakesWholeBundlesThatFit) {
  const Rows forms = {1, 1, 1, 2, 2, 3};
  const Rows all = {0, 1, 2, 3, 4, 5};
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    for (std::uint64_t count = 0; count <= 6; ++count) {
      const Rows some = some_of(all, count, {seed, 1}, forms);
      EXPECT_LE(some.size(), count);
      std::map<std::uint64_t, int> sizes;
      for (const std::uint64_t row : some) ++sizes[forms[row]];
      for (const auto& [form, size] : sizes) {
        EXPECT_EQ(size, std::count(forms.begin(), forms.end(), form));
      }
      if (count == 6) {
        EXPECT_EQ(some, all);
      }
      if (count == 1) {
        EXPECT_THAT(some, ElementsAre(5));
      }
    }
  }
}

TEST(EqualRows, StandInOnePartInEveryWayToDeal) {
  const Rows forms = many_forms();
  Rows groups;
  std::vector<std::uint32_t> lengths;
  std::vector<Deal> deals;
  for (std::uint64_t row = 0; row < forms.size(); ++row) {
    groups.push_back(row % 97);
    lengths.push_back(static_cast<std::uint32_t>(row * 31 % 17));
    const Place places[] = {Place::kTrain, Place::kTest, Place::kAny, Place::kAny, Place::kDev};
    deals.push_back({places[row * 13 % 5], false, row * 13 % 5 == 1});
  }
  const Portions sizes = portions("50%", "10%", "20%");
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Key key = {seed, 7};
    expect_apart(deal_random(600, sizes, key, forms), forms);
    expect_apart(deal_random(600, portions("rest", "60", "70"), key, forms), forms);
    expect_apart(deal_groups(groups, sizes, key, forms), forms);
    for (const DevSide side : {DevSide::kAsDealt, DevSide::kTrain, DevSide::kTest}) {
      expect_apart(deal_clusters(groups, sizes, key, side, forms), forms);
      const Split by_length = deal_by_length(lengths, 9, forms);
      expect_apart(by_length, forms);
      expect_apart(thin_out(by_length, 600, sizes, key, side, forms), forms);
      if (side != DevSide::kAsDealt) continue;
      expect_apart(deal_by_holdout(deals, {0, 0, sizes}, key, forms), forms);
    }
  }
}

TEST(EqualRows, NeverMakeAPartLargerThanItsSize) {
  const Rows forms = many_forms();
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Split split = deal_random(600, portions("300", "40", "rest"), {seed, 1}, forms);
    EXPECT_LE(split.train.size(), 300U);
    EXPECT_LE(split.dev.size(), 40U);
    EXPECT_EQ(split.train.size() + split.dev.size() + split.test.size(), 600U);
    const Split thin = thin_out({Rows(), Rows(), split.test}, 600, portions("0", "30", "50"),
                                {seed, 1}, DevSide::kAsDealt, forms);
    EXPECT_LE(thin.dev.size(), 30U);
    EXPECT_LE(thin.test.size(), 50U);
  }
}

// Splits of rows that all differ are what they were before rows could be equal.
TEST(EqualRows, ThatAreNoneChangeNothing) {
  Rows forms;
  Rows groups;
  std::vector<std::uint32_t> lengths;
  std::vector<Deal> deals;
  for (std::uint64_t row = 0; row < 500; ++row) {
    forms.push_back(row * 1'000'003);
    groups.push_back(row % 61 * 7919 % 1009);
    lengths.push_back(static_cast<std::uint32_t>(row % 19));
    deals.push_back({row % 3 == 0   ? Place::kAny
                     : row % 3 == 1 ? Place::kTrain
                                    : Place::kTest,
                     row == 1, row % 3 == 2});
  }
  const Portions sizes = portions("50%", "10%", "20%");
  const Key key = {5, 6};
  EXPECT_EQ(deal_random(500, sizes, key, forms), deal_random(500, sizes, key));
  EXPECT_EQ(deal_groups(groups, sizes, key, forms), deal_groups(groups, sizes, key));
  const DevSide side = DevSide::kAsDealt;
  EXPECT_EQ(deal_clusters(groups, sizes, key, side, forms), deal_clusters(groups, sizes, key));
  const Split all = deal_by_length(lengths, 9);
  EXPECT_EQ(deal_by_length(lengths, 9, forms), all);
  EXPECT_EQ(thin_out(all, 500, sizes, key, side, forms), thin_out(all, 500, sizes, key));
  const HoldoutOptions options{5, 20, sizes};
  EXPECT_EQ(deal_by_holdout(deals, options, key, forms), deal_by_holdout(deals, options, key));
}

TEST(EqualRows, OfTwoLengthsKeepOnlyTheLongOnes) {
  const Rows forms = {1, 2, 1, 3};
  const std::vector<std::uint32_t> lengths = {2, 3, 9, 8};
  const Split split = deal_by_length(lengths, 5, forms);
  EXPECT_THAT(split.train, ElementsAre(1));
  EXPECT_THAT(split.test, ElementsAre(2, 3));
}

TEST(EqualRows, MoveAsOneShot) {
  std::vector<Deal> deals(12, {Place::kTest, false, true});
  deals.push_back({Place::kTrain, false, false});
  Rows forms = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4};
  const Split split = deal_by_holdout(deals, {2, 0}, {1, 2}, forms);
  EXPECT_THAT(split.train, SizeIs(1 + 2 * 3));
  expect_apart(split, forms);
  EXPECT_THROW(deal_by_holdout(deals, {5, 0}, {1, 2}, forms), Error);
}

TEST(DevSide, OfTrainIsTakenFromTrain) {
  std::vector<std::uint32_t> lengths;
  for (std::uint32_t row = 0; row < 100; ++row) lengths.push_back(row < 60 ? 1 : 9);
  const Split all = deal_by_length(lengths, 5);
  const Split split = thin_out(all, 100, portions("30", "10", "20"), {1, 2}, DevSide::kTrain);
  EXPECT_THAT(split.train, SizeIs(30));
  EXPECT_THAT(split.dev, SizeIs(10));
  EXPECT_THAT(split.test, SizeIs(20));
  EXPECT_LT(split.dev.back(), 60U);
  EXPECT_GE(split.test.front(), 60U);
  const Split few = thin_out(all, 100, portions("60", "20", "20"), {1, 2}, DevSide::kTrain);
  EXPECT_THAT(few.dev, SizeIs(15));  // a quarter of sixty
  EXPECT_THAT(few.train, SizeIs(45));
}

TEST(DevSide, OfAHoldoutLeavesShowingsAndShotsInTrain) {
  std::vector<Deal> deals(50, {Place::kTrain, false, false});
  deals.resize(54, {Place::kTrain, true, false});
  deals.resize(100, {Place::kTest, false, true});
  HoldoutOptions options{6, 30, portions("0", "50", "0"), DevSide::kTrain};
  const Split split = deal_by_holdout(deals, options, {1, 2});
  EXPECT_THAT(split.dev, SizeIs(50));
  for (const std::uint64_t row : split.dev) EXPECT_LT(row, 50U);
  const std::set<std::uint64_t> train(split.train.begin(), split.train.end());
  for (std::uint64_t row = 50; row < 54; ++row) EXPECT_TRUE(train.contains(row));
  EXPECT_EQ(train.size(), 10U);
  options.dev_side = DevSide::kTest;
  options.portions = portions("0", "40", "0");
  const Split of_test = deal_by_holdout(deals, options, {1, 2});
  EXPECT_THAT(of_test.dev, SizeIs(40));
  EXPECT_THAT(of_test.test, IsEmpty());
  for (const std::uint64_t row : of_test.dev) EXPECT_GE(row, 54U);
  options.portions = portions("0", "41", "0");
  EXPECT_THROW(deal_by_holdout(deals, options, {1, 2}), Error);
}

}  // namespace
}  // namespace assay
