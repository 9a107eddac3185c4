#include "assay/split/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "assay/base/error.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Property;
using testing::SizeIs;
using testing::StrEq;
using testing::Throws;

using Rows = std::vector<std::uint64_t>;

Portions portions(std::string_view train, std::string_view dev, std::string_view test) {
  return {parse_portion(train), parse_portion(dev), parse_portion(test)};
}

auto is_usage_error(const std::string& message) {
  return Throws<Error>(
      AllOf(Property(&Error::kind, ErrorKind::kUsage), Property(&Error::what, StrEq(message))));
}

Rows all_rows(std::uint64_t count) {
  Rows rows(count);
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  return rows;
}

Rows together(const Split& split) {
  Rows rows = split.train;
  rows.insert(rows.end(), split.dev.begin(), split.dev.end());
  rows.insert(rows.end(), split.test.begin(), split.test.end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST(ParsePortion, ReadsNumbersSharesAndRest) {
  const auto is = [](std::string_view text, Portion::Kind kind, std::uint64_t value) {
    const Portion portion = parse_portion(text);
    return portion.kind == kind && portion.value == value;
  };
  EXPECT_TRUE(is("1045", Portion::Kind::kCount, 1045));
  EXPECT_TRUE(is("0", Portion::Kind::kCount, 0));
  EXPECT_TRUE(is("80%", Portion::Kind::kPercent, 80));
  EXPECT_TRUE(is("100%", Portion::Kind::kPercent, 100));
  EXPECT_TRUE(is("rest", Portion::Kind::kRest, 0));
  for (const char* text :
       {"", "%", "101%", "-1", "1.5%", "80 %", " 80", "Rest", "rest ", "all", "1,000"}) {
    EXPECT_THAT([&] { parse_portion(text); },
                Throws<Error>(AllOf(Property(&Error::kind, ErrorKind::kUsage),
                                    Property(&Error::what, HasSubstr("is not a size")))))
        << text;
  }
}

// Lake & Baroni 2018, experiment 1: 1 to 64 % of all commands.
TEST(DealRandom, RoundsSharesDown) {
  const std::map<std::string, std::size_t> sizes = {
      {"1%", 209},   {"2%", 418},    {"4%", 836},    {"8%", 1672},   {"16%", 3345},
      {"32%", 6691}, {"64%", 13382}, {"80%", 16728}, {"100%", 20910}};
  for (const auto& [share, size] : sizes) {
    const Split split = deal_random(20'910, portions(share, "0", "rest"), stream_key(1, "scan"));
    EXPECT_THAT(split.train, SizeIs(size)) << share;
    EXPECT_THAT(split.dev, IsEmpty());
    EXPECT_THAT(split.test, SizeIs(20'910 - size));
  }
}

TEST(DealRandom, DealsEveryRowOnceInAscendingOrder) {
  const Split split = deal_random(1000, portions("500", "20%", "rest"), stream_key(1, "x"));
  EXPECT_THAT(split.train, SizeIs(500));
  EXPECT_THAT(split.dev, SizeIs(200));
  EXPECT_THAT(split.test, SizeIs(300));
  EXPECT_EQ(together(split), all_rows(1000));
  for (const Rows* part : {&split.train, &split.dev, &split.test}) {
    EXPECT_TRUE(std::is_sorted(part->begin(), part->end()));
  }
}

TEST(DealRandom, LeavesRowsOverWhenNobodyTakesTheRest) {
  const Split split = deal_random(100, portions("10", "10", "10"), stream_key(1, "x"));
  const Rows rows = together(split);
  EXPECT_THAT(rows, SizeIs(30));
  EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end());
  EXPECT_LT(rows.back(), 100U);
}

TEST(DealRandom, GivesTheRestToWhoeverAsks) {
  const Key key = stream_key(1, "x");
  EXPECT_THAT(deal_random(10, portions("rest", "2", "3"), key).train, SizeIs(5));
  EXPECT_THAT(deal_random(10, portions("2", "rest", "3"), key).dev, SizeIs(5));
  EXPECT_THAT(deal_random(10, portions("2", "3", "rest"), key).test, SizeIs(5));
  EXPECT_THAT(deal_random(10, portions("10", "0", "rest"), key).test, IsEmpty());
  EXPECT_EQ(deal_random(0, portions("80%", "0", "rest"), key), Split());
}

TEST(DealRandom, DependsOnItsKeyAlone) {
  const Portions half = portions("50%", "0", "rest");
  const Split first = deal_random(2000, half, stream_key(1, "x"));
  EXPECT_EQ(deal_random(2000, half, stream_key(1, "x")), first);
  for (const Key key : {stream_key(2, "x"), stream_key(1, "y")}) {
    const Split other = deal_random(2000, half, key);
    Rows both;
    std::set_intersection(first.train.begin(), first.train.end(), other.train.begin(),
                          other.train.end(), std::back_inserter(both));
    EXPECT_NEAR(static_cast<double>(both.size()), 500, 80) << "no more in common than by chance";
  }
}

// Beyond 1 in 10^6 for four degrees of freedom.
TEST(DealRandom, TreatsRowsAlikeEvenWhenTheyAreFive) {
  std::vector<double> first(5);
  std::vector<double> left_over(5);
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const Key key = stream_key(seed, "fair");
    first[deal_random(5, portions("1", "0", "rest"), key).train[0]] += 1;
    left_over[deal_random(5, portions("4", "0", "rest"), key).test[0]] += 1;
  }
  for (const auto& counts : {first, left_over}) {
    double chi_square = 0;
    for (const double times : counts) chi_square += (times - 4000) * (times - 4000) / 4000;
    EXPECT_LT(chi_square, 34) << testing::PrintToString(counts);
  }
}

TEST(DealRandom, RefusesTooMuch) {
  const Key key = stream_key(1, "x");
  EXPECT_THAT([&] { deal_random(1000, portions("900", "50", "51"), key); },
              is_usage_error("the parts want 1,001 rows, but there are only 1,000"));
  EXPECT_THAT([&] { deal_random(100, portions("80%", "0", "30%"), key); },
              is_usage_error("the parts want 110 rows, but there are only 100"));
  EXPECT_THAT([&] { deal_random(9, portions("18446744073709551615", "1", "5"), key); },
              Throws<Error>(Property(&Error::kind, ErrorKind::kUsage)));
  EXPECT_THAT([&] { deal_random(9, portions("rest", "0", "rest"), key); },
              is_usage_error("only one part can be given \"rest\""));
}

TEST(DealGroups, NeverBreaksAGroup) {
  Stream stream(stream_key(1, "groups"), {});
  std::vector<std::uint64_t> groups(5000);
  for (std::uint64_t& group : groups) group = stream.below(300) * 0x123456789abcdU;
  const Split split = deal_groups(groups, portions("60%", "10%", "rest"), stream_key(2, "x"));
  EXPECT_EQ(together(split), all_rows(groups.size()));
  const auto groups_of = [&](const Rows& rows) {
    std::set<std::uint64_t> found;
    for (const std::uint64_t row : rows) found.insert(groups[row]);
    return found;
  };
  const auto train = groups_of(split.train);
  const auto dev = groups_of(split.dev);
  const auto test = groups_of(split.test);
  EXPECT_THAT(train, SizeIs(180)) << "shares count groups";
  EXPECT_THAT(dev, SizeIs(30));
  EXPECT_THAT(test, SizeIs(90));
  std::set<std::uint64_t> all = train;
  all.insert(dev.begin(), dev.end());
  all.insert(test.begin(), test.end());
  EXPECT_THAT(all, SizeIs(300)) << "a group stands in two parts";
}

TEST(DealGroups, DoesNotCareWhereRowsStand) {
  const std::vector<std::uint64_t> sorted = {1, 1, 2, 2, 3, 3, 4, 4};
  const std::vector<std::uint64_t> mixed = {4, 3, 2, 1, 1, 2, 3, 4};
  const auto train_groups = [](const std::vector<std::uint64_t>& groups) {
    std::set<std::uint64_t> found;
    for (const auto row : deal_groups(groups, portions("2", "0", "rest"), {1, 2}).train) {
      found.insert(groups[row]);
    }
    return found;
  };
  EXPECT_EQ(train_groups(sorted), train_groups(mixed));
  EXPECT_THAT(train_groups(sorted), SizeIs(2));
}

TEST(DealGroups, RefusesMoreGroupsThanThereAre) {
  const std::vector<std::uint64_t> groups = {1, 1, 1, 2};
  EXPECT_THAT(
      [&] {
        deal_groups(groups, portions("3", "0", "rest"), {1, 2});
      },
      is_usage_error("the parts want 3 groups, but there are only 2"));
  EXPECT_EQ(deal_groups({}, portions("80%", "0", "rest"), {1, 2}), Split());
}

TEST(DealByLength, TrainsOnTheShort) {
  const std::vector<std::uint32_t> lengths = {22, 23, 1, 48, 22, 0};
  const Split split = deal_by_length(lengths, 22);
  EXPECT_THAT(split.train, ElementsAre(0, 2, 4, 5));
  EXPECT_THAT(split.dev, IsEmpty());
  EXPECT_THAT(split.test, ElementsAre(1, 3));
}

Deal place(Place where) { return {where, false, false}; }
constexpr Deal kPrimed = {Place::kTrain, true, false};
constexpr Deal kShot = {Place::kTest, false, true};

TEST(DealByHoldout, PutsRowsWhereTheyBelong) {
  const std::vector<Deal> deals = {place(Place::kTrain),
                                   place(Place::kTest),
                                   place(Place::kUnused),
                                   place(Place::kDev),
                                   kPrimed,
                                   kShot};
  const Split split = deal_by_holdout(deals, {}, {1, 2});
  EXPECT_THAT(split.train, ElementsAre(0, 4));
  EXPECT_THAT(split.dev, ElementsAre(3));
  EXPECT_THAT(split.test, ElementsAre(1, 5));
}

// SCAN's "jump" split: 13,203 rows without jump, "jump" alone, 7,706 with jump in them.
std::vector<Deal> scan_deals() {
  std::vector<Deal> deals(13'203, place(Place::kTrain));
  deals.push_back(kPrimed);
  deals.insert(deals.end(), 7'706, kShot);
  return deals;
}
constexpr std::uint64_t kPrimedRow = 13'203;

// 14,670 lines, as published.
TEST(DealByHoldout, RepeatsThePrimedRowToTenPercent) {
  const Split split = deal_by_holdout(scan_deals(), {0, 10}, {1, 2});
  EXPECT_EQ(std::count(split.train.begin(), split.train.end(), kPrimedRow), 1467);
  EXPECT_THAT(split.train, SizeIs(14'670));
  EXPECT_THAT(split.test, SizeIs(7'706));
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
}

// The published numbers of lines with 1 to 32 composed commands.
TEST(DealByHoldout, RepeatsShotsAsOftenAsThePrimedRow) {
  const std::map<std::uint64_t, std::size_t> lines = {{1, 14'671}, {2, 14'670},  {4, 14'668},
                                                      {8, 14'670}, {16, 14'665}, {32, 14'655}};
  for (const auto& [shots, size] : lines) {
    const Split split = deal_by_holdout(scan_deals(), {shots, 10}, stream_key(shots, "scan"));
    EXPECT_THAT(split.train, SizeIs(size)) << shots;
    EXPECT_THAT(split.test, SizeIs(7'706 - shots));
    std::map<std::uint64_t, std::size_t> times;
    for (const std::uint64_t row : split.train) ++times[row];
    EXPECT_THAT(times, SizeIs(13'204 + shots)) << "different rows in training";
    for (auto at = times.find(kPrimedRow); at != times.end(); ++at) {
      EXPECT_EQ(at->second, times[kPrimedRow]);
    }
    for (const std::uint64_t row : split.test) EXPECT_FALSE(times.contains(row));
  }
}

TEST(DealByHoldout, AddsShotsOnceWhenNothingIsRepeated) {
  const Split split = deal_by_holdout(scan_deals(), {8, 0}, {1, 2});
  EXPECT_THAT(split.train, SizeIs(13'204 + 8));
  EXPECT_EQ(together(split), all_rows(20'910));
}

TEST(DealByHoldout, DrawsOtherShotsUnderAnotherKey) {
  const auto shots = [](Key key) {
    const Split split = deal_by_holdout(scan_deals(), {16, 0}, key);
    return Rows(split.train.begin() + kPrimedRow + 1, split.train.end());
  };
  EXPECT_THAT(shots({1, 2}), SizeIs(16));
  EXPECT_EQ(shots({1, 2}), shots({1, 2}));
  EXPECT_NE(shots({1, 2}), shots({1, 3}));
}

TEST(DealByHoldout, RepeatsEachPrimedRowEquallyAndAtLeastOnce) {
  std::vector<Deal> deals(90, place(Place::kTrain));
  deals.insert(deals.end(), 4, kPrimed);  // 10 repetitions of 4 rows: 2.5, rounded up
  EXPECT_THAT(deal_by_holdout(deals, {0, 10}, {1, 2}).train, SizeIs(90 + 4 * 3));
  deals.insert(deals.end(), 40, kPrimed);  // 0.23 each
  EXPECT_THAT(deal_by_holdout(deals, {0, 10}, {1, 2}).train, SizeIs(90 + 44));
}

TEST(DealByHoldout, RepeatsNothingOutsideTraining) {
  std::vector<Deal> deals(90, place(Place::kTrain));
  deals.push_back(kPrimed);
  deals.push_back({Place::kTest, true, false});
  deals.push_back({Place::kUnused, true, false});
  const Split split = deal_by_holdout(deals, {0, 10}, {1, 2});
  EXPECT_THAT(split.train, SizeIs(90 + 10));
  EXPECT_THAT(split.test, ElementsAre(91));
}

TEST(DealByHoldout, RefusesMoreShotsThanThereAre) {
  const std::vector<Deal> deals = {place(Place::kTrain), kShot, kShot, place(Place::kTest)};
  EXPECT_NO_THROW(deal_by_holdout(deals, {2, 0}, {1, 2}));
  EXPECT_THAT(
      [&] {
        deal_by_holdout(deals, {3, 0}, {1, 2});
      },
      is_usage_error("3 shots are wanted, but only 2 rows may move into training"));
}

}  // namespace
}  // namespace assay
