#include "assay/split/slopes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "assay/base/random.h"
#include "assay/split/divergence_state.h"
#include "assay/split/random_profiles_testing.h"

namespace assay {
namespace {

Stream slopes_stream(std::uint64_t number) { return {stream_key(number, "divergence state"), {}}; }

struct SlopeCase {
  std::size_t set;
  bool up;
};

class SlopesOf : public testing::TestWithParam<SlopeCase> {};

double estimate_of(const Slopes& slopes, const SearchPool& pool, std::uint32_t shape) {
  return SlopeTable(pool, {&slopes, 1}).estimate(shape)[0];
}

// One example among 2000 or so is a small step: the estimate is off by a few hundredths of what
// the largest steps change.
TEST_P(SlopesOf, ForetellSmallSteps) {
  const SlopeCase& param = GetParam();
  Stream stream = slopes_stream(7);
  const Profiles profiles = random_profiles(
      {.examples = 6000, .shapes = 120, .atoms = 12, .compounds = 40, .wholes = {1, 2, 3}}, stream);
  const SearchPool pool(profiles);
  DivergenceState state(pool, 3, {{0, 1}, {0, 2}});
  // Later sets prefer some shapes, so that the sets differ.
  std::vector<std::vector<std::uint32_t>> members(4);  // of each set, then the unused
  for (std::uint32_t i = 0; i < pool.size(); ++i) {
    const std::size_t set = i >= 5400 ? 3 : pool.shape_of(i) % 4 == 0 ? i % 3 : i % 2 + i % 4 / 3;
    members[set].push_back(i);
    if (set < 3) state.put(i, set);
  }
  for (const bool of_compounds : {true, false}) {
    for (const std::size_t pair : {0U, 1U}) {
      Slopes slopes;
      slopes.clear(pool);
      state.add_slopes(pair, param.set, param.up, of_compounds ? 1 : 0, of_compounds ? 0 : 1,
                       slopes);
      const auto log_similarity = [&](const Outlook& outlook) {
        const PairDivergence& divergence = outlook.pairs[pair];
        return std::log1p(-(of_compounds ? divergence.compounds : divergence.atoms));
      };
      std::vector<double> changes;
      std::vector<double> estimates;
      for (std::size_t shape = 0; shape < pool.shapes(); ++shape) {
        Exchange step{param.set, kNobody, kNobody, kMostSets};
        const auto& from = param.up ? members.back() : members[param.set];
        const auto at = std::ranges::find_if(
            from, [&](std::uint32_t example) { return pool.shape_of(example) == shape; });
        if (at == from.end()) continue;
        (param.up ? step.in : step.out) = *at;
        changes.push_back(log_similarity(state.after(step)) - log_similarity(state.now()));
        const double estimate = estimate_of(slopes, pool, static_cast<std::uint32_t>(shape));
        estimates.push_back(param.up ? estimate : -estimate);
      }
      ASSERT_GT(changes.size(), 20U);
      double largest = 0;
      for (const double change : changes) largest = std::max(largest, std::abs(change));
      if (param.set != 0 && param.set != pair + 1) {
        EXPECT_EQ(largest, 0) << "the set is not of the pair";
      }
      for (std::size_t i = 0; i < changes.size(); ++i) {
        EXPECT_NEAR(estimates[i], changes[i], 0.05 * largest);
        const bool is_large = std::abs(changes[i]) > 0.05 * largest;
        EXPECT_TRUE(!is_large || estimates[i] * changes[i] > 0) << estimates[i];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Slopes, SlopesOf,
                         testing::Values(SlopeCase{0, true}, SlopeCase{0, false},
                                         SlopeCase{1, true}, SlopeCase{1, false},
                                         SlopeCase{2, true}, SlopeCase{2, false}));

TEST(Slopes, AddUpOverPairsWithTheirFactors) {
  Stream stream = slopes_stream(8);
  const Profiles profiles =
      random_profiles({.examples = 90, .shapes = 30, .atoms = 6, .compounds = 20}, stream);
  const SearchPool pool(profiles);
  DivergenceState state(pool, 3, {{0, 1}, {0, 2}});
  for (std::uint32_t i = 0; i < 90; ++i) state.put(i, i % 3);
  Slopes first;
  Slopes second;
  Slopes together;
  for (Slopes* slopes : {&first, &second, &together}) slopes->clear(pool);
  state.add_slopes(0, 0, true, 1, 1, first);
  state.add_slopes(1, 0, true, 1, 1, second);
  state.add_slopes(0, 0, true, 2, 2, together);
  state.add_slopes(1, 0, true, -3, -3, together);
  for (std::uint32_t shape = 0; shape < pool.shapes(); ++shape) {
    EXPECT_NEAR(estimate_of(together, pool, shape),
                2 * estimate_of(first, pool, shape) - 3 * estimate_of(second, pool, shape), 1e-5);
  }
  together.clear(pool);
  for (std::uint32_t shape = 0; shape < pool.shapes(); ++shape) {
    EXPECT_EQ(estimate_of(together, pool, shape), 0);
  }
}

// Nothing to compare, nothing in common: estimates must still be numbers, or their order is none.
TEST(Slopes, EstimatesAreNumbersForSetsWithNothingInCommon) {
  Profiles profiles({"a", "b", "c"}, {1, 1});
  const auto add = [&](std::vector<std::uint32_t> atoms, std::vector<WeightedCompound> compounds) {
    profiles.add_example(profiles.add_shape(atoms, compounds));
  };
  add({0}, {{0, 1}});
  add({1}, {{1, 1}});
  add({2}, {});
  add({0, 1}, {{0, 1}, {1, 1}});
  const SearchPool pool(profiles);
  for (const std::uint32_t first : {0U, 2U}) {
    DivergenceState state(pool, 2, {{0, 1}});
    state.put(first, 0);
    state.put(1, 1);
    for (const std::size_t set : {0U, 1U}) {
      for (const bool up : {true, false}) {
        Slopes slopes;
        slopes.clear(pool);
        state.add_slopes(0, set, up, 1, -1, slopes);
        for (std::uint32_t shape = 0; shape < pool.shapes(); ++shape) {
          EXPECT_FALSE(std::isnan(estimate_of(slopes, pool, shape)))
              << "set " << set << (up ? " up" : " down") << ", shape " << shape << ", beside "
              << first;
        }
      }
    }
  }
}

// Where nothing is in common, what moves leave in a sum by rounding is all there is to divide by.
TEST(Slopes, RiseForWhatIsSharedAfterMovesBackToNothingInCommon) {
  for (std::uint64_t number = 0; number < 50; ++number) {
    Stream stream(stream_key(number, "nothing in common"), {});
    const Profiles profiles = random_profiles(
        {.examples = 200, .shapes = 100, .atoms = 5, .compounds = 20, .most_compounds = 3}, stream);
    const SearchPool pool(profiles);
    DivergenceState state(pool, 2, {{0, 1}});
    std::vector<std::uint32_t> of_both;
    std::uint32_t of_second = kNobody;
    for (std::uint32_t example = 0; example < pool.size(); ++example) {
      const auto weights = pool.weights(pool.shape_of(example));
      const bool has_low = weights.front().compound < 10;
      const bool has_high = weights.back().compound >= 10;
      state.put(example, has_low && has_high ? example % 2 : has_low ? 0 : 1);
      if (has_low && has_high) of_both.push_back(example);
      if (!has_low) of_second = example;
    }
    for (const std::uint32_t example : of_both) state.take(example, example % 2);
    Slopes slopes;
    slopes.clear(pool);
    state.add_slopes(0, 0, true, 1, 0, slopes);
    EXPECT_GT(estimate_of(slopes, pool, pool.shape_of(of_second)), 0) << number;
  }
}

}  // namespace
}  // namespace assay
