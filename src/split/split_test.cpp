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
  EXPECT_TRUE(is("80%", Portion::Kind::kShare, 800));
  EXPECT_TRUE(is("5.2%", Portion::Kind::kShare, 52));
  EXPECT_TRUE(is("100%", Portion::Kind::kShare, 1000));
  EXPECT_TRUE(is("rest", Portion::Kind::kRest, 0));
  for (const char* text : {"", "%", "101%", "100.1%", "-1", "1.55%", ".5%", "5.%", "80 %", " 80",
                           "Rest", "rest ", "all", "1,000"}) {
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

// Clusters of very different sizes, numbered sparsely.
std::vector<std::uint64_t> random_clusters(std::uint64_t rows, std::uint64_t clusters,
                                           std::uint64_t number) {
  Stream stream(stream_key(number, "clusters"), {});
  std::vector<std::uint64_t> cluster_of_row(rows);
  for (std::uint64_t& cluster : cluster_of_row) {
    const std::uint64_t bound = 1 + stream.below(clusters);
    cluster = stream.below(bound) * 0x123456789abcdU;
  }
  return cluster_of_row;
}

TEST(DealClusters, NeverPutsAClusterInTwoPartsNorARowTwice) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    const auto clusters = random_clusters(300, 60, number);
    const Split split = deal_clusters(clusters, portions("60%", "10%", "20%"), {1, 2});
    std::map<std::uint64_t, const Rows*> part_of_cluster;
    for (const Rows* part : {&split.train, &split.dev, &split.test}) {
      EXPECT_TRUE(std::is_sorted(part->begin(), part->end()));
      for (const std::uint64_t row : *part) {
        EXPECT_EQ(part_of_cluster.emplace(clusters.at(row), part).first->second, part);
      }
    }
    const Rows rows = together(split);
    EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end());
    EXPECT_LE(split.train.size(), 180U);
    EXPECT_LE(split.dev.size(), 30U);
    EXPECT_LE(split.test.size(), 60U);
  }
}

TEST(DealClusters, FillsThePartsWhenClustersAreSmall) {
  std::vector<std::uint64_t> clusters(3000);
  for (std::uint64_t row = 0; row < clusters.size(); ++row) clusters[row] = row / 3;
  const Split tight = deal_clusters(clusters, portions("60%", "10%", "rest"), {1, 2});
  EXPECT_NEAR(static_cast<double>(tight.train.size()), 1800, 3);
  EXPECT_NEAR(static_cast<double>(tight.dev.size()), 300, 3);
  EXPECT_NEAR(static_cast<double>(tight.test.size()), 900, 3);
  const Split loose = deal_clusters(clusters, portions("1000", "100", "500"), {1, 2});
  EXPECT_THAT(loose.train, SizeIs(1000));
  EXPECT_THAT(loose.dev, SizeIs(100));
  EXPECT_THAT(loose.test, SizeIs(500));
}

TEST(DealClusters, DealsSingleRowsLikeAnyOthers) {
  const Split split = deal_clusters(all_rows(100), portions("50", "20", "rest"), {1, 2});
  EXPECT_THAT(split.train, SizeIs(50));
  EXPECT_THAT(split.dev, SizeIs(20));
  EXPECT_EQ(together(split), all_rows(100));
}

TEST(DealClusters, GivesNothingToPartsThatWantNothing) {
  const auto clusters = random_clusters(300, 30, 1);
  EXPECT_THAT(deal_clusters(clusters, portions("80%", "0", "rest"), {1, 2}).dev, IsEmpty());
  EXPECT_EQ(deal_clusters(clusters, portions("100%", "0", "0"), {1, 2}).train, all_rows(300));
  EXPECT_EQ(deal_clusters(clusters, portions("0", "rest", "0"), {1, 2}).dev, all_rows(300));
  EXPECT_EQ(deal_clusters(clusters, portions("0", "0", "100%"), {1, 2}).test, all_rows(300));
  EXPECT_EQ(deal_clusters(clusters, portions("0", "0", "0"), {1, 2}), Split());
  EXPECT_EQ(deal_clusters({}, portions("80%", "0", "rest"), {1, 2}), Split());
}

TEST(DealClusters, KeepsOneClusterInOnePart) {
  const std::vector<std::uint64_t> clusters(10, 7);
  const Split split = deal_clusters(clusters, portions("8", "1", "1"), {1, 2});
  EXPECT_THAT(split.train, SizeIs(8));
  EXPECT_THAT(split.dev, IsEmpty());
  EXPECT_THAT(split.test, IsEmpty());
}

TEST(DealClusters, DependsOnItsKeyAndTheClustersAlone) {
  const auto clusters = random_clusters(300, 60, 2);
  const Portions sizes = portions("60%", "10%", "20%");
  const Split split = deal_clusters(clusters, sizes, {1, 2});
  EXPECT_EQ(deal_clusters(clusters, sizes, {1, 2}), split);
  EXPECT_NE(deal_clusters(clusters, sizes, {1, 3}), split);
  EXPECT_NE(deal_clusters(clusters, sizes, {2, 2}), split);
}

TEST(DealClusters, RefusesTooMuch) {
  EXPECT_THAT(
      [] {
        deal_clusters(Rows(10, 1), portions("9", "1", "1"), {1, 2});
      },
      is_usage_error("the parts want 11 rows, but there are only 10"));
}

// 100 rows: 60 to learn from, 40 to ask.
Split sixty_forty() {
  Split split;
  for (std::uint64_t row = 0; row < 100; ++row) {
    (row % 5 < 3 ? split.train : split.test).push_back(row);
  }
  return split;
}

bool is_subset(const Rows& part, const Rows& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

TEST(ThinOut, KeepsSomeOfEachPart) {
  const Split whole = sixty_forty();
  const Split thin = thin_out(whole, 100, portions("30", "10", "20%"), {1, 2});
  EXPECT_THAT(thin.train, SizeIs(30));
  EXPECT_THAT(thin.dev, SizeIs(10));
  EXPECT_THAT(thin.test, SizeIs(20));
  EXPECT_TRUE(is_subset(thin.train, whole.train));
  EXPECT_TRUE(is_subset(thin.dev, whole.test));
  EXPECT_TRUE(is_subset(thin.test, whole.test));
  const Rows rows = together(thin);
  EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end()) << "dev and test overlap";
}

TEST(ThinOut, KeepsAllThatThereIsWhenPortionsAllowMore) {
  const Split whole = sixty_forty();
  EXPECT_EQ(thin_out(whole, 100, portions("60", "0", "40"), {1, 2}), whole);
  EXPECT_EQ(thin_out(whole, 1000, portions("100", "0", "rest"), {1, 2}), whole);
  const Split shared = thin_out(whole, 1000, portions("100", "100", "300"), {1, 2});
  EXPECT_EQ(shared.train, whole.train);
  EXPECT_THAT(shared.dev, SizeIs(10)) << "dev and test share what there is as they would more";
  EXPECT_THAT(shared.test, SizeIs(30));
}

TEST(ThinOut, GivesNothingToPartsThatWantNothing) {
  const Split whole = sixty_forty();
  EXPECT_EQ(thin_out(whole, 100, portions("0", "0", "0"), {1, 2}), Split());
  const Split only_dev = thin_out(whole, 100, portions("0", "5", "0"), {1, 2});
  EXPECT_THAT(only_dev.train, IsEmpty());
  EXPECT_THAT(only_dev.dev, SizeIs(5));
  EXPECT_THAT(only_dev.test, IsEmpty());
  EXPECT_EQ(thin_out({}, 0, portions("80%", "0", "rest"), {1, 2}), Split());
}

TEST(ThinOut, DependsOnItsKeyAlone) {
  const Split whole = sixty_forty();
  const Portions sizes = portions("30", "10", "20");
  const Split thin = thin_out(whole, 100, sizes, {1, 2});
  EXPECT_EQ(thin_out(whole, 100, sizes, {1, 2}), thin);
  const Split other = thin_out(whole, 100, sizes, {1, 3});
  EXPECT_NE(other.train, thin.train);
  EXPECT_NE(other.dev, thin.dev);
  EXPECT_NE(other.test, thin.test);
}

// Beyond 1 in 10^6 for four degrees of freedom.
TEST(ThinOut, TreatsRowsAlike) {
  const Split whole{{}, {}, {0, 1, 2, 3, 4}};
  std::vector<double> dev(5);
  std::vector<double> test(5);
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const Split thin = thin_out(whole, 5, portions("0", "1", "1"), stream_key(seed, "fair"));
    dev[thin.dev.at(0)] += 1;
    test[thin.test.at(0)] += 1;
  }
  for (const auto& counts : {dev, test}) {
    double chi_square = 0;
    for (const double times : counts) chi_square += (times - 4000) * (times - 4000) / 4000;
    EXPECT_LT(chi_square, 34) << testing::PrintToString(counts);
  }
}

TEST(ThinOut, RefusesTooMuch) {
  EXPECT_THAT(
      [] {
        thin_out(sixty_forty(), 100, portions("61", "20", "20"), {1, 2});
      },
      is_usage_error("the parts want 101 rows, but there are only 100"));
}

TEST(Resolve, NamesTheThingsItCounts) {
  const PartSizes sizes = resolve(portions("33%", "rest", "5"), 10, "pairs");
  EXPECT_EQ(sizes.train, 3U);
  EXPECT_EQ(sizes.dev, 2U);
  EXPECT_EQ(sizes.test, 5U);
  EXPECT_THAT([] { resolve(portions("5", "0", "6"), 10, "pairs"); },
              is_usage_error("the parts want 11 pairs, but there are only 10"));
}

Deal place(Place where) { return {where, false, false}; }
constexpr Deal kPrimed = {Place::kTrain, true, false};
constexpr Deal kShot = {Place::kTest, false, true};

// Held-out rows stay where they are; of the others each part gets its portion.
TEST(DealByHoldout, DealsAtRandomWhatBelongsAnywhere) {
  std::vector<Deal> deals(1'000, place(Place::kAny));
  deals[7] = place(Place::kTest);
  deals[8] = place(Place::kUnused);
  HoldoutOptions options;
  options.portions = portions("rest", "5.2%", "1%");
  const Split split = deal_by_holdout(deals, options, {1, 2});
  EXPECT_THAT(split.train, SizeIs(998 - 51 - 9));
  EXPECT_THAT(split.dev, SizeIs(51));
  EXPECT_THAT(split.test, SizeIs(10));
  EXPECT_THAT(split.test, testing::Contains(7));
  EXPECT_NE(deal_by_holdout(deals, options, {1, 3}).dev, split.dev);
}

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
