#include "assay/split/divergence_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "assay/base/random.h"
#include "assay/dbca/divergence.h"
#include "assay/split/random_profiles_testing.h"

namespace assay {
namespace {

Stream test_stream(std::uint64_t number) { return {stream_key(number, "divergence state"), {}}; }

// TenthRoot.

double relative_error(const TenthRoot& root, std::uint64_t x) {
  const double expected = std::pow(static_cast<double>(x), 0.1);
  return std::abs(root(x) - expected) / expected;
}

TEST(TenthRoot, IsZeroAtZeroAndExactAtTenthPowersOfTwo) {
  const TenthRoot root;
  EXPECT_EQ(root(0), 0);
  EXPECT_EQ(root(1), 1);
  for (unsigned power = 0; power <= 6; ++power) {
    EXPECT_EQ(root(std::uint64_t{1} << (10 * power)), static_cast<double>(1U << power));
  }
}

TEST(TenthRoot, IsCloseForSmallNumbers) {
  const TenthRoot root;
  for (std::uint64_t x = 1; x <= 100'000; ++x) ASSERT_LT(relative_error(root, x), 1e-8) << x;
}

TEST(TenthRoot, IsCloseAroundPowersOfTwo) {
  const TenthRoot root;
  for (unsigned exponent = 0; exponent < 64; ++exponent) {
    const std::uint64_t power = std::uint64_t{1} << exponent;
    for (std::uint64_t distance = 0; distance <= 3; ++distance) {
      ASSERT_LT(relative_error(root, power + distance), 1e-8) << exponent;
      const std::uint64_t below = power - std::min(distance, power - 1);
      ASSERT_LT(relative_error(root, below), 1e-8) << exponent;
    }
  }
  EXPECT_LT(relative_error(root, std::numeric_limits<std::uint64_t>::max()), 1e-8);
}

TEST(TenthRoot, IsCloseForRandomNumbersOfEveryLength) {
  const TenthRoot root;
  Stream stream = test_stream(1);
  for (int i = 0; i < 60'000; ++i) {
    const std::uint64_t word = stream.next64();
    const std::uint64_t x = (word >> stream.below(64)) | 1U;
    ASSERT_LT(relative_error(root, x), 1e-8) << x;
  }
}

TEST(TenthRoot, NeverFalls) {
  const TenthRoot root;
  for (std::uint64_t x = 1; x < 300'000; ++x) ASSERT_LT(root(x - 1), root(x)) << x;
}

// SearchPool.

std::vector<std::uint32_t> weights_of(const SearchPool& pool, std::size_t shape) {
  std::vector<std::uint32_t> weights;
  for (const SearchWeight& entry : pool.weights(shape)) weights.push_back(entry.weight);
  return weights;
}

TEST(SearchPool, RoundsWeightsToTheNearestUnitHalvesUp) {
  Profiles profiles({"a"}, {1, 3, 3, 8192, 10'000});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> compounds = {{0, 1}, {1, 1}, {2, 2}, {3, 3}, {4, 5000}};
  profiles.add_example(profiles.add_shape(atoms, compounds));
  const SearchPool pool(profiles);
  EXPECT_THAT(weights_of(pool, 0), testing::ElementsAre(4096, 1365, 2731, 2, 2048));
  EXPECT_EQ(pool.sum(0), 4096U + 1365 + 2731 + 2 + 2048);
}

// What occurs several times in an example weighs as much; at most what 32 bits hold.
TEST(SearchPool, TakesWeightsAboveOne) {
  Profiles profiles({"a"}, {1, 2, 1});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> compounds = {{0, 3}, {1, 5}, {2, 1U << 20U}};
  profiles.add_example(profiles.add_shape(atoms, compounds));
  const SearchPool pool(profiles);
  EXPECT_THAT(weights_of(pool, 0), testing::ElementsAre(3 * 4096, 5 * 2048, 0xFFFFFFFF));
  EXPECT_EQ(pool.sum(0), 3 * 4096 + 5 * 2048 + std::uint64_t{0xFFFFFFFF});
}

TEST(SearchPool, KeepsTheSmallestWeightAboveZero) {
  Profiles profiles({"a"}, {1'000'000'000});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> compounds = {{0, 1}};
  profiles.add_example(profiles.add_shape(atoms, compounds));
  const SearchPool pool(profiles);
  EXPECT_THAT(weights_of(pool, 0), testing::ElementsAre(1));
  EXPECT_EQ(pool.sum(0), 1U);
  EXPECT_EQ(pool.typical(0), 1U);
}

TEST(SearchPool, TakesASmallerUnitForLargePools) {
  for (const auto& [examples, unit] :
       {std::pair{std::size_t{1} << 20U, 4096U}, std::pair{std::size_t{1} << 21U, 2048U}}) {
    Profiles profiles({"a"}, {1});
    const std::vector<std::uint32_t> atoms = {0};
    const std::vector<WeightedCompound> compounds = {{0, 1}};
    const std::uint32_t shape = profiles.add_shape(atoms, compounds);
    for (std::size_t i = 0; i < examples; ++i) profiles.add_example(shape);
    const SearchPool pool(profiles);
    EXPECT_THAT(weights_of(pool, 0), testing::ElementsAre(unit));
    EXPECT_LE(pool.sum(0) * pool.size(), std::uint64_t{1} << 32U);
  }
}

TEST(SearchPool, RepeatsTheProfiles) {
  Stream stream = test_stream(2);
  const Profiles profiles = random_profiles(
      {.examples = 500, .shapes = 40, .atoms = 9, .compounds = 30, .wholes = {1, 3, 7, 12, 8191}},
      stream);
  const SearchPool pool(profiles);
  ASSERT_EQ(pool.size(), profiles.size());
  ASSERT_EQ(pool.shapes(), 40U);
  EXPECT_EQ(pool.atoms(), 9U);
  EXPECT_EQ(pool.compounds(), 30U);
  std::uint64_t entries = 0;
  for (std::size_t shape = 0; shape < pool.shapes(); ++shape) {
    const Profile profile = profiles.shape(shape);
    const auto weights = pool.weights(shape);
    ASSERT_EQ(weights.size(), profile.compounds.size());
    entries += weights.size();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      EXPECT_EQ(weights[i].compound, profile.compounds[i].compound);
      const double exact =
          4096.0 * profile.compounds[i].parts / profiles.whole(profile.compounds[i].compound);
      EXPECT_GE(weights[i].weight, 1U);
      EXPECT_LE(std::abs(weights[i].weight - exact), exact < 0.5 ? 1 : 0.5);
      sum += weights[i].weight;
    }
    EXPECT_EQ(pool.sum(shape), sum);
    EXPECT_TRUE(std::ranges::equal(pool.atoms_of(shape), profile.atoms));
  }
  EXPECT_EQ(pool.entries(), entries) << "examples share the memory of their shape";
  for (std::size_t i = 0; i < pool.size(); ++i) {
    EXPECT_EQ(pool.shape_of(i), profiles.shape_of(i));
  }
}

TEST(SearchPool, CallsTheMeanOverShapesTypical) {
  Profiles profiles({"a"}, {4, 4, 4});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> first = {{0, 1}, {1, 4}};
  const std::vector<WeightedCompound> second = {{0, 2}};
  const std::uint32_t shape = profiles.add_shape(atoms, first);
  profiles.add_shape(atoms, second);
  for (int i = 0; i < 5; ++i) profiles.add_example(shape);
  const SearchPool pool(profiles);
  EXPECT_EQ(pool.typical(0), 1536U);
  EXPECT_EQ(pool.typical(1), 4096U);
  EXPECT_GE(pool.typical(2), 1U) << "a step of zero has no secant";
}

// DivergenceState.

using Members = std::vector<std::vector<std::uint32_t>>;  // of each set, then the unused

// The state's arithmetic with nothing kept up to date.
Outlook from_scratch(const SearchPool& pool, const std::vector<SetPair>& pairs,
                     const Members& members) {
  const std::size_t sets = members.size() - 1;
  static const TenthRoot kRoot;
  const TenthRoot& root = kRoot;
  std::vector<std::vector<std::uint64_t>> mass(sets, std::vector<std::uint64_t>(pool.compounds()));
  std::vector<std::vector<std::uint64_t>> count(sets, std::vector<std::uint64_t>(pool.atoms()));
  std::vector<std::uint64_t> sum(sets);
  std::vector<std::uint64_t> atom_sum(sets);
  for (std::size_t set = 0; set < sets; ++set) {
    for (const std::uint32_t example : members[set]) {
      const std::uint32_t shape = pool.shape_of(example);
      for (const SearchWeight& entry : pool.weights(shape)) {
        mass[set][entry.compound] += entry.weight;
        sum[set] += entry.weight;
      }
      for (const std::uint32_t atom : pool.atoms_of(shape)) ++count[set][atom], ++atom_sum[set];
    }
  }
  const auto high = [&](std::uint64_t x) { return static_cast<double>(x) / root(x); };
  Outlook outlook;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto [a, b] = pairs[p];
    outlook.pairs[p] = {1, 1};
    if (sum[a] > 0 && sum[b] > 0) {
      double similarity = 0;
      for (std::size_t i = 0; i < pool.compounds(); ++i) {
        if (mass[a][i] > 0 && mass[b][i] > 0) similarity += root(mass[a][i]) * high(mass[b][i]);
      }
      outlook.pairs[p].compounds = 1 - similarity / (root(sum[a]) * high(sum[b]));
    }
    if (atom_sum[a] > 0 && atom_sum[b] > 0) {
      double similarity = 0;
      for (std::size_t i = 0; i < pool.atoms(); ++i) {
        similarity += std::sqrt(static_cast<double>(count[a][i] * count[b][i]));
      }
      outlook.pairs[p].atoms =
          1 - similarity / std::sqrt(static_cast<double>(atom_sum[a] * atom_sum[b]));
    }
  }
  std::set<std::size_t> missing;
  for (std::size_t set = 1; set < sets; ++set) {
    for (std::size_t atom = 0; atom < pool.atoms(); ++atom) {
      if (count[set][atom] > 0 && count[0][atom] == 0) missing.insert(atom);
    }
  }
  outlook.missing = static_cast<std::uint32_t>(missing.size());
  return outlook;
}

void expect_near(const Outlook& a, const Outlook& b, std::size_t pairs, double tolerance) {
  for (std::size_t p = 0; p < pairs; ++p) {
    ASSERT_NEAR(a.pairs[p].compounds, b.pairs[p].compounds, tolerance) << "pair " << p;
    ASSERT_NEAR(a.pairs[p].atoms, b.pairs[p].atoms, tolerance) << "pair " << p;
  }
  ASSERT_EQ(a.missing, b.missing);
}

Divergence measured(const Profiles& profiles, const std::vector<std::uint32_t>& first,
                    const std::vector<std::uint32_t>& second) {
  const std::vector<std::uint64_t> one(first.begin(), first.end());
  const std::vector<std::uint64_t> other(second.begin(), second.end());
  return divergence_of(frequencies_of(profiles, one), frequencies_of(profiles, other));
}

void expect_measured(const DivergenceState& state, const Profiles& profiles, const Members& members,
                     double tolerance) {
  const Outlook now = state.now();
  for (std::size_t p = 0; p < state.pairs().size(); ++p) {
    const SetPair pair = state.pairs()[p];
    const Divergence expected = measured(profiles, members[pair.first], members[pair.second]);
    ASSERT_NEAR(now.pairs[p].compounds, expected.compounds, tolerance);
    ASSERT_NEAR(now.pairs[p].atoms, expected.atoms, 1e-9);
  }
}

std::size_t random_index(const std::vector<std::uint32_t>& list, Stream& stream) {
  return stream.below(list.size());
}

void shift(Members& members, std::size_t from, std::size_t index, std::size_t to) {
  const std::uint32_t example = members[from][index];
  members[from].erase(members[from].begin() + static_cast<std::ptrdiff_t>(index));
  members[to].push_back(example);
}

// Puts, takes, exchanges with the unused or between sets, as far as there are members for it.
Exchange random_move(Members& members, Stream& stream) {
  const std::size_t sets = members.size() - 1;
  for (;;) {
    Exchange move;
    const std::uint64_t kind = stream.below(4);
    move.set = stream.below(sets);
    if (kind == 3) move.other_set = (move.set + 1 + stream.below(sets - 1)) % sets;
    const std::size_t other = kind == 3 ? move.other_set : sets;
    const bool leaves = kind != 0;
    const bool enters = kind != 1;
    if ((leaves && members[move.set].empty()) || (enters && members[other].empty())) continue;
    const std::size_t out = leaves ? random_index(members[move.set], stream) : 0;
    const std::size_t in = enters ? random_index(members[other], stream) : 0;
    if (leaves) move.out = members[move.set][out];
    if (enters) move.in = members[other][in];
    if (leaves) shift(members, move.set, out, other);
    if (enters) shift(members, other, in, move.set);
    return move;
  }
}

Members all_unused(const SearchPool& pool, std::size_t sets) {
  Members members(sets + 1);
  for (std::uint32_t i = 0; i < pool.size(); ++i) members.back().push_back(i);
  return members;
}

struct MovesCase {
  std::size_t sets;
  std::vector<SetPair> pairs;
  std::uint32_t largest_whole;
};

// A weight is off by half a unit of 1/4096 at most and is no smaller than 1 / whole, so masses and
// their sums are off by the share e = whole / 8192 and a coefficient by less than 2 e / (1 - e);
// four tenth roots, each within 1e-8, come on top. Denominators that divide 4096 leave the roots.
double fixed_point_bound(std::uint32_t largest_whole) {
  constexpr double kRoots = 4e-8;
  if (4096 % largest_whole == 0) return kRoots;
  const double share = largest_whole / 8192.0;
  return 2 * share / (1 - share) + kRoots;
}

class RandomMoves : public testing::TestWithParam<MovesCase> {};

TEST_P(RandomMoves, KeepTheStateUpToDate) {
  const MovesCase& param = GetParam();
  const std::uint32_t whole = param.largest_whole;
  Stream pool_stream = test_stream(3);
  const Profiles profiles = random_profiles({.examples = 60,
                                             .shapes = 35,
                                             .atoms = 12,
                                             .compounds = 20,
                                             .wholes = {whole, whole, whole == 12 ? 7 : whole}},
                                            pool_stream);
  const SearchPool pool(profiles);
  DivergenceState state(pool, param.sets, param.pairs);
  Members members = all_unused(pool, param.sets);
  constexpr std::uint32_t kStretches = 20;
  for (std::uint32_t stretch = 0; stretch < kStretches; ++stretch) {
    Stream stream(stream_key(4, "moves"), {.item = stretch});
    for (int i = 0; i < 5000; ++i) {
      const Exchange move = random_move(members, stream);
      const Outlook foreseen = state.after(move);
      state.apply(move);
      const Outlook now = state.now();
      expect_near(foreseen, now, param.pairs.size(), 1e-9);
      if (i % 50 != 0) continue;
      expect_near(now, from_scratch(pool, param.pairs, members), param.pairs.size(), 1e-9);
      expect_measured(state, profiles, members, fixed_point_bound(whole));
      for (std::size_t set = 0; set < param.sets; ++set) {
        ASSERT_EQ(state.size(set), members[set].size());
      }
      if (HasFatalFailure()) return;
    }
  }
  state.refresh();
  expect_near(state.now(), from_scratch(pool, param.pairs, members), param.pairs.size(), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(DivergenceState, RandomMoves,
                         testing::Values(MovesCase{2, {{0, 1}}, 8}, MovesCase{2, {{0, 1}}, 12},
                                         MovesCase{2, {{1, 0}}, 8},
                                         MovesCase{3, {{0, 1}, {0, 2}}, 8},
                                         MovesCase{3, {{0, 1}, {0, 2}, {1, 2}}, 12},
                                         MovesCase{3, {{1, 2}}, 8}));

void empty_all(DivergenceState& state, Members& members) {
  for (std::size_t set = 0; set + 1 < members.size(); ++set) {
    for (const std::uint32_t example : members[set]) state.take(example, set);
    members.back().insert(members.back().end(), members[set].begin(), members[set].end());
    members[set].clear();
  }
}

TEST(DivergenceState, IsFarthestWhileASetIsEmpty) {
  Stream stream = test_stream(5);
  const Profiles profiles =
      random_profiles({.examples = 10, .shapes = 10, .atoms = 3, .compounds = 5}, stream);
  const SearchPool pool(profiles);
  DivergenceState state(pool, 2, {{0, 1}});
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(state.now().pairs[0].compounds, 1);
    EXPECT_EQ(state.now().pairs[0].atoms, 1);
    EXPECT_EQ(state.now().missing, 0U);
    state.put(i, 0);
  }
}

TEST(DivergenceState, LeavesExactlyNothingBehind) {
  Stream stream = test_stream(6);
  const Profiles profiles = random_profiles(
      {.examples = 60, .shapes = 60, .atoms = 12, .compounds = 20, .wholes = {3, 7, 12, 8191}},
      stream);
  const SearchPool pool(profiles);
  const std::vector<SetPair> pairs = {{0, 1}, {0, 2}, {1, 2}};
  DivergenceState used(pool, 3, pairs);
  Members members = all_unused(pool, 3);
  for (int i = 0; i < 5000; ++i) used.apply(random_move(members, stream));
  empty_all(used, members);
  used.refresh();
  const Outlook nothing = used.now();
  EXPECT_EQ(nothing.missing, 0U);
  for (std::size_t p = 0; p < pairs.size(); ++p) EXPECT_EQ(nothing.pairs[p].compounds, 1);

  DivergenceState fresh(pool, 3, pairs);
  for (std::uint32_t i = 0; i < 30; ++i) {
    used.put(i, i % 3);
    fresh.put(i, i % 3);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      ASSERT_EQ(used.now().pairs[p].compounds, fresh.now().pairs[p].compounds);
      ASSERT_EQ(used.now().pairs[p].atoms, fresh.now().pairs[p].atoms);
    }
    ASSERT_EQ(used.now().missing, fresh.now().missing);
  }
}

// A residue of one unit in a mass would still make a tenth root of 1.
TEST(DivergenceState, IsExactlyOneForSetsWithNothingInCommon) {
  Profiles profiles({"a", "b"}, {3, 7, 11});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> left = {{0, 1}, {1, 3}};
  const std::vector<WeightedCompound> right = {{2, 5}};
  const std::vector<WeightedCompound> both = {{0, 2}, {1, 1}, {2, 7}};
  for (const auto& compounds : {left, right, both}) {
    profiles.add_example(profiles.add_shape(atoms, compounds));
  }
  const SearchPool pool(profiles);
  DivergenceState state(pool, 2, {{0, 1}});
  state.put(0, 0);
  state.put(1, 1);
  for (int i = 0; i < 1000; ++i) {
    state.apply({0, 0, 2, kMostSets});
    EXPECT_LT(state.now().pairs[0].compounds, 1);
    state.apply({0, 2, 1, 1});
    state.apply({0, 1, 2, 1});
    state.apply({0, 2, 0, kMostSets});
    state.take(1, 1);
    state.put(1, 1);
  }
  state.refresh();
  EXPECT_EQ(state.now().pairs[0].compounds, 1);
  EXPECT_EQ(state.now().pairs[0].atoms, 0);
}

// Slopes.

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
  Stream stream = test_stream(7);
  const Profiles profiles = random_profiles(
      {.examples = 6000, .shapes = 120, .atoms = 12, .compounds = 40, .wholes = {1, 2, 3}}, stream);
  const SearchPool pool(profiles);
  DivergenceState state(pool, 3, {{0, 1}, {0, 2}});
  // Later sets prefer some shapes, so that the sets differ.
  Members members(4);
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
  Stream stream = test_stream(8);
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
