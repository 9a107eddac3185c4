// Against Boost.Math, which shares no code with ours.
#include "assay/statistics/distributions.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <vector>

namespace assay {
namespace {

constexpr Key kKey = {7, 7};

TEST(Distributions, NormalQuantilesAreThoseOfBoost) {
  for (const double share : {1e-12, 1e-6, 0.025, 0.2, 0.5, 0.8, 0.975, 0.9999}) {
    const double expected = boost::math::quantile(boost::math::normal(), share);
    EXPECT_NEAR(normal_quantile(share), expected, 1e-11 * (1 + std::abs(expected))) << share;
  }
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
}

TEST(Distributions, StudentQuantilesAreThoseOfBoost) {
  for (const double freedom : {1.0, 2.0, 3.0, 4.5, 9.0, 30.0, 1000.0}) {
    for (const double share : {0.001, 0.025, 0.4, 0.5, 0.975, 0.995}) {
      const double expected = boost::math::quantile(boost::math::students_t(freedom), share);
      EXPECT_NEAR(student_quantile(share, freedom), expected, 1e-10 * (1 + std::abs(expected)))
          << share << " with " << freedom;
    }
  }
}

TEST(Distributions, FairTossesAreThoseOfBoost) {
  Stream stream(kKey, {});
  for (int trial = 0; trial < 500; ++trial) {
    const std::uint64_t tosses = 1 + stream.below(trial % 5 == 0 ? 2'000'000 : 400);
    const auto middle = static_cast<double>(tosses) / 2;
    const double spread = 6 * std::sqrt(static_cast<double>(tosses)) + 2;
    const double place = middle + spread * (static_cast<double>(stream.below(1000)) / 500 - 1);
    const auto heads = static_cast<std::uint64_t>(
        std::min(static_cast<double>(tosses), std::max(0.0, std::floor(place))));
    const double expected = boost::math::cdf(
        boost::math::binomial(static_cast<double>(tosses), 0.5), static_cast<double>(heads));
    EXPECT_NEAR(fair_tosses_at_most(heads, tosses), expected, 2e-10 * expected)
        << heads << " of " << tosses;
  }
}

TEST(Distributions, FairTossesOfFewAreCountedOut) {
  EXPECT_DOUBLE_EQ(fair_tosses_at_most(0, 0), 1);
  EXPECT_DOUBLE_EQ(fair_tosses_at_most(0, 3), 1.0 / 8);
  EXPECT_DOUBLE_EQ(fair_tosses_at_most(1, 3), 4.0 / 8);
  EXPECT_DOUBLE_EQ(fair_tosses_at_most(2, 3), 7.0 / 8);
  EXPECT_DOUBLE_EQ(fair_tosses_at_most(3, 3), 1);
  EXPECT_DOUBLE_EQ(fair_tosses_at_most(10, 20), 1 - fair_tosses_at_most(9, 20));
}

// Pearson's chi squared over the counts that are expected often enough.
double misfit_probability(std::uint64_t tries, double share) {
  constexpr int kDraws = 40'000;
  std::map<std::uint64_t, double> seen;
  for (int i = 0; i < kDraws; ++i) {
    Stream stream(kKey, {Purpose::kSelect, static_cast<std::uint64_t>(i)});
    seen[draw_binomial(stream, tries, share)] += 1;
  }
  const boost::math::binomial law(static_cast<double>(tries), share);
  double statistic = 0;
  double kinds = 0;
  double rest_expected = kDraws;
  double rest_seen = kDraws;
  for (const auto& [count, often] : seen) {
    const double expected = kDraws * boost::math::pdf(law, static_cast<double>(count));
    if (expected < 20) continue;
    statistic += (often - expected) * (often - expected) / expected;
    rest_expected -= expected;
    rest_seen -= often;
    ++kinds;
  }
  if (rest_expected > 20) {
    statistic += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
    ++kinds;
  }
  return boost::math::cdf(complement(boost::math::chi_squared(kinds - 1), statistic));
}

TEST(Distributions, BinomialDrawsFollowTheLaw) {
  struct Case {
    std::uint64_t tries;
    double share;
  };
  for (const auto& [tries, share] : std::vector<Case>{{5, 0.3},
                                                      {40, 0.2},
                                                      {40, 0.25},
                                                      {25, 0.5},
                                                      {200, 0.9},
                                                      {1000, 0.03},
                                                      {100'000, 0.4},
                                                      {1'000'000, 0.00002}}) {
    EXPECT_GT(misfit_probability(tries, share), 1e-4) << tries << " with " << share;
  }
}

TEST(Distributions, BinomialDrawsAtTheEnds) {
  Stream stream(kKey, {});
  EXPECT_EQ(draw_binomial(stream, 0, 0.5), 0U);
  EXPECT_EQ(draw_binomial(stream, 9, 0), 0U);
  EXPECT_EQ(draw_binomial(stream, 9, 1), 9U);
}

}  // namespace
}  // namespace assay
