#include "assay/tasks/curi/learners.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "assay/base/average_precision.h"
#include "assay/base/random.h"
#include "assay/tasks/curi/small_spaces_testing.h"
#include "assay/tasks/curi/source.h"

namespace assay::curi {
namespace {

TEST(CuriPosterior, ThePaperWeighsByLengthAlone) {
  const ConceptSpace& space = small_space(Edition::kSound);
  const std::vector<std::uint32_t> valid{0, 1, 2, 3, 4};
  const auto logs = log_posterior(space, {Belief::kLabels, true}, valid);
  double sum = 0;
  for (const double log : logs) sum += std::exp(log);
  EXPECT_NEAR(sum, 1, 1e-12);
  for (std::size_t at = 1; at < valid.size(); ++at) {
    const double lengths = static_cast<double>(space.concepts()[valid[at]].length) -
                           static_cast<double>(space.concepts()[valid[0]].length);
    EXPECT_NEAR(logs[at] - logs[0], -0.2 * lengths, 1e-12);
  }
  EXPECT_NEAR(prior_weight(9), std::exp(-1.8), 1e-15);
}

TEST(CuriPosterior, SizesAndTheReleaseWeighByScenes) {
  const ConceptSpace& space = small_space(Edition::kPublished);
  const std::vector<std::uint32_t> valid{10, 20};
  const Hypothesis& a = space.concepts()[10];
  const Hypothesis& b = space.concepts()[20];
  const auto n = static_cast<double>(space.settings().scenes);
  const auto inside = [](const Hypothesis& each) { return static_cast<double>(each.scenes); };
  const auto sizes = log_posterior(space, {Belief::kSizes, true}, valid);
  EXPECT_NEAR(sizes[1] - sizes[0],
              -0.2 * (static_cast<double>(b.length) - static_cast<double>(a.length)) -
                  5 * std::log(inside(b) / inside(a)) -
                  20 * std::log((n - inside(b)) / (n - inside(a))),
              1e-9);
  const auto release = log_posterior(space, {Belief::kRelease, true}, valid);
  EXPECT_NEAR(
      release[1] - release[0],
      b.log_probability - a.log_probability - 25 * std::log((n - inside(b)) / (n - inside(a))),
      1e-9);
  const auto easy = log_posterior(space, {Belief::kRelease, false}, valid);
  EXPECT_NEAR(easy[1] - easy[0], b.log_probability - a.log_probability, 1e-9);
}

double share(Credence part, const std::vector<Credence>& all) {
  return static_cast<double>(part) /
         static_cast<double>(std::accumulate(all.begin(), all.end(), Credence{0}));
}

TEST(CuriLearners, TheWeakOneKnowsOnlyTraining) {
  const std::vector<double> logs{std::log(0.5), std::log(0.3), std::log(0.2)};
  const std::vector<std::uint32_t> valid{0, 1, 2};
  const auto strong = credences(logs, valid, {true, true, true});
  EXPECT_NEAR(share(strong[0], strong), 0.5, 1e-12);
  EXPECT_NEAR(share(strong[2], strong), 0.2, 1e-12);
  const auto weak = credences(logs, valid, {false, true, true});
  EXPECT_EQ(weak[0], 0U);
  EXPECT_NEAR(share(weak[1], weak), 0.6, 1e-12);
  EXPECT_NEAR(share(weak[2], weak), 0.4, 1e-12);
  for (const Credence weight : credences(logs, valid, {false, false, false})) {
    EXPECT_EQ(weight, 0U);
  }
}

// Whatever the logarithms were divided by, and in whatever order beliefs are added.
TEST(CuriLearners, EqualBeliefsTieAndHalfIsNotMore) {
  for (const std::size_t count : {3U, 6U, 7U, 10U, 49U}) {
    const std::vector<double> logs(count, -std::log(static_cast<double>(count)));
    std::vector<std::uint32_t> valid(count);
    std::iota(valid.begin(), valid.end(), 0U);
    const auto weights = credences(logs, valid, Trained(count, true));
    const Credence all = std::accumulate(weights.begin(), weights.end(), Credence{0});
    const auto first = [&](std::size_t some) {
      return std::accumulate(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(some),
                             Credence{0});
    };
    EXPECT_EQ(first(1), weights.back());
    EXPECT_FALSE(likelier_than_not(first(count / 2), all)) << count;
    EXPECT_TRUE(likelier_than_not(first(count / 2 + 1), all)) << count;
  }
  // What is hardly believed is still more than nothing.
  EXPECT_EQ(credences(std::array{0.0, -700.0}, std::array{0U, 1U}, {true, true})[1], 1U);
}

TEST(CuriLearners, AccuracyIsAveragedOverClasses) {
  const auto accuracy = [](std::array<bool, 4> told) {
    constexpr std::array<bool, 4> kTruths{true, false, false, false};
    BalancedAccuracy result;
    for (std::size_t at = 0; at < 4; ++at) result.see(told[at], kTruths[at]);
    return result.value();
  };
  EXPECT_DOUBLE_EQ(accuracy({true, false, false, false}), 1);
  EXPECT_DOUBLE_EQ(accuracy({false, false, false, false}), 0.5);
  EXPECT_NEAR(accuracy({true, true, false, false}), 5.0 / 6, 1e-12);
  BalancedAccuracy one_class;
  one_class.see(true, true);
  one_class.see(false, true);
  EXPECT_DOUBLE_EQ(one_class.value(), 0.5);
}

// The ranking that serves many labels against the plain computation, which sorts for each.
TEST(CuriLearners, RankingAgreesWithPlainAveragePrecision) {
  const ConceptSpace& space = small_space(Edition::kSound);
  const ScenePool pool(space);
  ASSERT_EQ(pool.size(), 3 * space.concepts().size());
  PoolRanking ranking(pool);
  Stream stream(stream_key(3, "ranking"), {});
  for (int round = 0; round < 50; ++round) {
    std::vector<std::uint32_t> concepts;
    std::vector<Credence> weights;
    for (std::uint64_t at = 0; at <= stream.below(12); ++at) {
      concepts.push_back(static_cast<std::uint32_t>(stream.below(space.concepts().size())));
      weights.push_back(stream.below(4));  // ties, and zeros
    }
    std::vector<double> scores(pool.size());
    for (std::size_t at = 0; at < concepts.size(); ++at) {
      const auto where = pool.where(concepts[at]);
      for (std::size_t scene = 0; scene < pool.size(); ++scene) {
        if (((where[scene / 64] >> (scene % 64)) & 1U) == 0) continue;
        scores[scene] += static_cast<double>(weights[at]);
      }
    }
    ranking.rank(concepts, weights);
    for (int question = 0; question < 10; ++question) {
      const auto asked = static_cast<std::uint32_t>(stream.below(space.concepts().size()));
      ASSERT_NEAR(ranking.average_precision(pool.where(asked)),
                  average_precision(scores, pool.where(asked)).value(), 1e-12);
    }
  }
}

TEST(CuriLearners, PoolHasThreeScenesWhereEachConceptHolds) {
  const ConceptSpace& space = small_space(Edition::kPublished);
  const ScenePool pool(space);
  for (std::uint32_t index = 0; index < space.concepts().size(); ++index) {
    const std::size_t first = std::size_t{3} * index;
    for (std::size_t at = first; at < first + 3; ++at) {
      ASSERT_TRUE(space.truths().holds(index, pool.scenes()[at]));
      ASSERT_TRUE(((pool.where(index)[at / 64] >> (at % 64)) & 1U) != 0);
    }
  }
}

}  // namespace
}  // namespace assay::curi
