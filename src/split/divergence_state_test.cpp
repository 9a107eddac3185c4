#include "assay/split/divergence_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "assay/base/random.h"
#include "assay/dbca/divergence.h"
#include "assay/split/random_profiles_testing.h"

namespace assay {
namespace {

Stream divergence_state_stream(std::uint64_t number) {
  return {stream_key(number, "divergence state"), {}};
}

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
  Stream pool_stream = divergence_state_stream(3);
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
  Stream stream = divergence_state_stream(5);
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
  Stream stream = divergence_state_stream(6);
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

// What is kept up to date has no history: sums made again are those of the same sets made directly.
TEST(DivergenceState, IsTheSameByAnyWayAfterRefresh) {
  Stream stream = divergence_state_stream(9);
  const Profiles profiles = random_profiles(
      {.examples = 60, .shapes = 60, .atoms = 12, .compounds = 20, .wholes = {3, 7, 12, 8191}},
      stream);
  const SearchPool pool(profiles);
  const std::vector<SetPair> pairs = {{0, 1}, {0, 2}, {1, 2}};
  DivergenceState moved(pool, 3, pairs);
  Members members = all_unused(pool, 3);
  for (int i = 0; i < 5000; ++i) moved.apply(random_move(members, stream));
  DivergenceState direct(pool, 3, pairs);
  for (std::size_t set = 0; set < 3; ++set) {
    for (const std::uint32_t example : members[set]) direct.put(example, set);
  }
  moved.refresh();
  direct.refresh();
  EXPECT_EQ(moved.now().missing, direct.now().missing);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    EXPECT_LT(moved.now().pairs[p].compounds, 1) << "nothing to compare";
    EXPECT_EQ(moved.now().pairs[p].compounds, direct.now().pairs[p].compounds);
    EXPECT_EQ(moved.now().pairs[p].atoms, direct.now().pairs[p].atoms);
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

}  // namespace
}  // namespace assay
