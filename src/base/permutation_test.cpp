#include "assay/base/permutation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "assay/base/error.h"

namespace assay {
namespace {

using testing::ElementsAre;

const Key kKeys[] = {{0, 0}, {1, 0}, {0, 1}, {0xffffffff, 0xffffffff}, stream_key(7, "scan")};

std::vector<std::uint64_t> first(const Permutation& permutation, std::uint64_t count) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < count; ++i) values.push_back(permutation.at(i));
  return values;
}

// Every number of [0, count) exactly once.
bool is_bijection(const Permutation& permutation, std::uint64_t count) {
  std::vector<bool> hit(count, false);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t value = permutation.at(i);
    if (value >= count || hit[value]) return false;
    hit[value] = true;
  }
  return true;
}

TEST(Permutation, IsABijectionOfEverySmallCount) {
  for (const Key key : kKeys) {
    for (std::uint64_t count = 1; count <= 300; ++count) {
      ASSERT_TRUE(is_bijection(Permutation(key, count), count)) << count;
    }
  }
}

// 4,096 is where shuffling ends and the network begins; 20,910 are all SCAN commands.
TEST(Permutation, IsABijectionOfLargerCounts) {
  for (const std::uint64_t count : {4095U, 4096U, 4097U, 16'384U, 16'385U, 20'910U}) {
    for (const Key key : kKeys) EXPECT_TRUE(is_bijection(Permutation(key, count), count)) << count;
  }
}

// Whoever changes these numbers changes the bytes of every shuffled data set.
TEST(Permutation, GivesTheOrderOfThisFormatForever) {
  const Key key = stream_key(7, "scan");
  EXPECT_THAT(first(Permutation(key, 20'910), 6),
              ElementsAre(8960, 13932, 2062, 10269, 8042, 7891));
  EXPECT_THAT(first(Permutation(key, 8), 8), ElementsAre(3, 2, 7, 1, 5, 0, 6, 4));
}

TEST(Permutation, OtherKeysGiveOtherOrders) {
  std::vector<std::vector<std::uint64_t>> orders;
  for (const Key key : kKeys) orders.push_back(first(Permutation(key, 20'910), 20'910));
  for (std::size_t a = 0; a < orders.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      std::size_t agree = 0;
      for (std::size_t i = 0; i < orders[a].size(); ++i) agree += orders[a][i] == orders[b][i];
      EXPECT_LT(agree, 12U) << "one is expected by chance";
    }
  }
}

// In hundredths of the count; beyond 1 in 10^6 for 99 degrees of freedom.
TEST(Permutation, SendsAnyPlaceAnywhereEquallyOften) {
  for (const std::uint64_t count : {100U, 4100U, 20'900U}) {
    for (const std::uint64_t place : {std::uint64_t{0}, std::uint64_t{1}, count / 2, count - 1}) {
      std::vector<double> cells(100);
      for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        cells[Permutation(stream_key(seed, "uniform"), count).at(place) * 100 / count] += 1;
      }
      double chi_square = 0;
      for (const double hits : cells) chi_square += (hits - 200) * (hits - 200) / 200;
      EXPECT_LT(chi_square, 190) << "place " << place << " of " << count;
    }
  }
}

TEST(Permutation, HandlesCountsUpToTheLastBit) {
  for (const std::uint64_t count :
       {1ULL << 32, (1ULL << 32) + 1, 1ULL << 40, 1ULL << 63, (1ULL << 63) + 1, ~0ULL}) {
    const Permutation permutation(stream_key(1, "large"), count);
    std::vector<std::uint64_t> values = first(permutation, 100'000);
    values.push_back(permutation.at(count - 1));
    std::sort(values.begin(), values.end());
    EXPECT_LT(values.back(), count);
    EXPECT_GT(values.back(), count / 2) << "only low numbers of " << count;
    EXPECT_EQ(std::adjacent_find(values.begin(), values.end()), values.end()) << count;
  }
}

TEST(Permutation, RefusesNothingAndPlacesBeyondTheEnd) {
  EXPECT_THROW(Permutation({1, 2}, 0), Bug);
  const Permutation permutation({1, 2}, 10);
  EXPECT_NO_THROW(permutation.at(9));
  EXPECT_THROW(permutation.at(10), Bug);
}

}  // namespace
}  // namespace assay
