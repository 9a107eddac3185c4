#include "assay/split/combination_entropy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "assay/base/random.h"
#include "assay/split/random_profiles_testing.h"

namespace assay {
namespace {

// By definition, in long doubles.
long double plain_bits(const std::map<std::uint32_t, std::uint64_t>& counts) {
  long double total = 0;
  for (const auto& [compound, count] : counts) total += static_cast<long double>(count);
  long double bits = 0;
  for (const auto& [compound, count] : counts) {
    const long double share = static_cast<long double>(count) / total;
    bits -= share * std::log2(share);
  }
  return bits;
}

TEST(CombinationEntropy, OfNothingIsZero) {
  const CombinationEntropy entropy(3, 5);
  EXPECT_EQ(entropy.bits(), 0);
  EXPECT_EQ(entropy.distinct(), 0U);
}

TEST(CombinationEntropy, OfCompoundsThatOccurEquallyOftenIsTheLogarithmOfTheirNumber) {
  CombinationEntropy entropy(8, 3);
  const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5, 6, 7};
  for (int times = 0; times < 3; ++times) {
    entropy.add(all);
    EXPECT_NEAR(entropy.bits(), 3, 1e-7);
  }
  EXPECT_EQ(entropy.distinct(), 8U);
}

TEST(CombinationEntropy, IsThatOfTheDefinitionAndForetoldByTheCost) {
  Stream stream(stream_key(1, "combination entropy"), {});
  for (int trial = 0; trial < 20; ++trial) {
    CombinationEntropy entropy(40, 300);
    std::map<std::uint32_t, std::uint64_t> counts;
    for (int i = 0; i < 300; ++i) {
      const std::size_t size = 1 + stream.below(9);
      const auto list = random_subset(40, size, stream);
      const double foretold = entropy.with(list.size(), entropy.cost(list));
      entropy.add(list);
      for (const std::uint32_t compound : list) ++counts[compound];
      ASSERT_EQ(entropy.nats(), foretold);
      ASSERT_NEAR(entropy.bits(), static_cast<double>(plain_bits(counts)), 1e-6);
    }
    EXPECT_EQ(entropy.distinct(), counts.size());
  }
}

TEST(CombinationEntropy, CostsNeverFall) {
  CombinationEntropy entropy(1, 100'000);
  const std::vector<std::uint32_t> one{0};
  std::uint64_t before = 0;
  for (int i = 0; i < 100'000; ++i) {
    entropy.add(one);
    ASSERT_GE(entropy.cost(one), before);
    before = entropy.cost(one);
  }
}

TEST(NaturalLog, IsThatOfTheLibrary) {
  for (double x = 1e-6; x < 1e12; x *= 1.0137) {
    EXPECT_NEAR(natural_log(x), std::log(x), 1e-15 * std::max(1.0, std::abs(std::log(x)))) << x;
  }
  EXPECT_EQ(natural_log(1), 0);
}

}  // namespace
}  // namespace assay
