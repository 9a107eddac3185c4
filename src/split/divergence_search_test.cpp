#include "assay/split/divergence_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/split/search_trials_testing.h"

namespace assay {
namespace {

using search_trials::count_missing;
using search_trials::expect_same;
using search_trials::kKey;
using search_trials::measured;
using search_trials::measured_score;
using search_trials::members_of;
using search_trials::random_pool;
using search_trials::search;
using search_trials::sizes_of;
using search_trials::three_hundred;
using search_trials::three_way;
using search_trials::two_way;
using testing::Each;
using testing::Lt;
using testing::SizeIs;

// What counts as good.

Outlook outlook_of(const std::vector<PairDivergence>& pairs, std::uint32_t missing) {
  Outlook outlook;
  for (std::size_t p = 0; p < pairs.size(); ++p) outlook.pairs[p] = pairs[p];
  outlook.missing = missing;
  return outlook;
}

TEST(ScoreOf, IsDivergenceLessWhatOversteps) {
  DivergenceGoal goal = two_way(2, 2);
  EXPECT_NEAR(score_of(outlook_of({{0.02, 0.7}}, 0), goal), 0.7, 1e-15);
  EXPECT_NEAR(score_of(outlook_of({{0.05, 0.7}}, 0), goal), 0.55, 1e-12);
  EXPECT_NEAR(score_of(outlook_of({{0.01, 0.7}}, 2), goal), -1.3, 1e-12);
  goal.target = 0.5;
  EXPECT_NEAR(score_of(outlook_of({{0, 0.7}}, 0), goal), -0.2, 1e-12);
  EXPECT_NEAR(score_of(outlook_of({{0, 0.4}}, 0), goal), -0.1, 1e-12);
  EXPECT_NEAR(score_of(outlook_of({{0, 0.5}, {0.03, 0.9}}, 1), three_way(1, 1, 1)),
              ((0.5 + 0.9 - 0.05) / 2 + 0.5) / 2 - 1, 1e-12);
}

TEST(EffortFor, GivesLargePoolsFewerStarts) {
  const SearchPool small(three_hundred());
  EXPECT_EQ(effort_for(EffortLevel::kQuick, small).starts, 4U);
  EXPECT_EQ(effort_for(EffortLevel::kThorough, small).starts, 64U);
  Profiles many({"a"}, std::vector<std::uint32_t>(1000, 1));
  const std::vector<std::uint32_t> atoms = {0};
  std::vector<WeightedCompound> compounds;
  for (std::uint32_t i = 0; i < 1000; ++i) compounds.push_back({i, 1});
  for (int i = 0; i < 8000; ++i) many.add_example(many.add_shape(atoms, compounds));
  const SearchPool large(many);
  const SearchEffort thorough = effort_for(EffortLevel::kThorough, large);
  EXPECT_EQ(thorough.starts, 16U);
  EXPECT_EQ(effort_for(EffortLevel::kQuick, large).starts, 1U);
}

// The search as a whole.

void expect_found_and_described(const Profiles& profiles, const DivergenceGoal& goal) {
  const Arrangement found = search(profiles, goal);
  ASSERT_THAT(found.set_of, SizeIs(profiles.size()));
  EXPECT_EQ(sizes_of(found.set_of, goal.sizes.size()), goal.sizes);
  EXPECT_THAT(found.set_of, Each(testing::AnyOf(Lt(goal.sizes.size()), kMostSets)));
  EXPECT_NEAR(found.score, measured_score(profiles, found.set_of, goal), 1e-6);
  EXPECT_EQ(found.outlook.missing, count_missing(profiles, found.set_of));
  for (std::size_t p = 0; p < goal.pairs.size(); ++p) {
    const Divergence expected =
        measured(profiles, found.set_of, goal.pairs[p].first, goal.pairs[p].second);
    EXPECT_NEAR(found.outlook.pairs[p].compounds, expected.compounds, 1e-7);
    EXPECT_NEAR(found.outlook.pairs[p].atoms, expected.atoms, 1e-9);
  }
}

TEST(SearchDivergence, MeetsTheSizesAndSaysWhatItFound) {
  const Profiles profiles = three_hundred();
  for (const DivergenceGoal& goal :
       {two_way(120, 30), two_way(30, 120), two_way(270, 30), two_way(150, 150), two_way(2, 2),
        two_way(1, 1), two_way(299, 1), three_way(120, 20, 30), three_way(100, 100, 100),
        three_way(250, 1, 2)}) {
    expect_found_and_described(profiles, goal);
  }
}

TEST(SearchDivergence, MeetsTheSizesWhereSetsCanHaveNothingInCommon) {
  const Profiles profiles =
      random_pool(2, {.examples = 300, .shapes = 200, .atoms = 60, .compounds = 60});
  DivergenceGoal goal = two_way(100, 40);
  expect_found_and_described(profiles, goal);
  expect_found_and_described(profiles, three_way(60, 1, 1));
  goal.most_atom_divergence = 1;
  expect_found_and_described(profiles, goal);
  expect_found_and_described(profiles, two_way(1, 1));
}

TEST(SearchDivergence, MeetsTheSizesWhereExamplesHaveNoCompounds) {
  Profiles profiles({"a", "b", "c"}, {1});
  const std::vector<WeightedCompound> compounds = {{0, 1}};
  for (std::uint32_t i = 0; i < 90; ++i) {
    const std::vector<std::uint32_t> atoms = {i % 3};
    const std::span<const WeightedCompound> some(compounds);
    profiles.add_example(profiles.add_shape(atoms, some.first(i < 5 ? 1 : 0)));
  }
  expect_found_and_described(profiles, two_way(40, 10));
  expect_found_and_described(profiles, three_way(40, 10, 10));
}

// So many that rounds look only at some of the unused.
TEST(GrowStart, FillsItsSetsFromAPoolFarTooLarge) {
  const Profiles profiles =
      random_pool(4, {.examples = 200'000, .shapes = 300, .atoms = 8, .compounds = 60});
  const DivergenceGoal goal = two_way(4'000, 1'000);
  const SearchPool pool(profiles);
  const Arrangement grown = grow_start(pool, goal, kKey, 0, {});
  EXPECT_EQ(sizes_of(grown.set_of, 2), goal.sizes);
  EXPECT_NEAR(grown.score, measured_score(profiles, grown.set_of, goal), 1e-6);
  EXPECT_GT(grown.outlook.pairs[0].compounds, 0.5);
  expect_same(grow_start(pool, goal, kKey, 0, {.jobs = 3, .progress = {}}), grown);
}

TEST(SearchDivergence, GoesFarBeyondChanceWithinTheBoundOnAtoms) {
  const Profiles profiles = three_hundred();
  const DivergenceGoal goal = two_way(120, 30);
  Membership by_chance(300, kMostSets);
  for (std::size_t i = 0; i < 150; ++i) by_chance[i] = i < 120 ? 0 : 1;
  const Arrangement found = search(profiles, goal);
  EXPECT_GT(found.outlook.pairs[0].compounds, 0.6);
  EXPECT_LT(measured(profiles, by_chance, 0, 1).compounds, 0.3);
  EXPECT_LT(found.outlook.pairs[0].atoms, 0.03);
}

TEST(SearchDivergence, DependsOnItsKeyAlone) {
  const Profiles profiles = three_hundred();
  const DivergenceGoal goal = two_way(120, 30);
  const Arrangement first = search(profiles, goal);
  expect_same(search(profiles, goal), first);
  EXPECT_NE(search(profiles, goal, {11, 23}).set_of, first.set_of);
  EXPECT_NE(search(profiles, goal, {12, 22}).set_of, first.set_of);
}

TEST(SearchDivergence, DoesNotCareHowManyThreadsShareTheWork) {
  const Profiles profiles = three_hundred();
  for (const DivergenceGoal& goal : {two_way(120, 30), three_way(120, 20, 30)}) {
    const Arrangement alone = search(profiles, goal);
    for (const unsigned jobs : {2U, 7U}) expect_same(search(profiles, goal, kKey, jobs), alone);
  }
}

// More examples than a thread ranks at a time.
TEST(SearchDivergence, DoesNotCareHowManyThreadsRank) {
  const Profiles profiles =
      random_pool(3, {.examples = 40'000, .shapes = 300, .atoms = 10, .compounds = 60});
  const DivergenceGoal goal = two_way(16'000, 4'000);
  const SearchEffort effort = {.starts = 1, .finalists = 1, .shakes = 1, .exchanges = 100};
  const Arrangement alone = search(profiles, goal, kKey, 1, effort);
  EXPECT_EQ(sizes_of(alone.set_of, 2), goal.sizes);
  for (const unsigned jobs : {2U, 7U}) {
    expect_same(search(profiles, goal, kKey, jobs, effort), alone);
  }
}

// Three examples of every profile, which they share or have each for itself.
TEST(SearchDivergence, DoesNotCareWhetherExamplesShareTheirProfiles) {
  const Profiles once =
      random_pool(6, {.examples = 1, .shapes = 100, .atoms = 10, .compounds = 40});
  std::vector<std::string> names;
  for (std::size_t i = 0; i < once.atoms(); ++i) names.push_back(once.atom_name(i));
  std::vector<std::uint32_t> wholes;
  for (std::size_t i = 0; i < once.compounds(); ++i) wholes.push_back(once.whole(i));
  Profiles shared(names, wholes);
  Profiles apart(names, wholes);
  for (int time = 0; time < 3; ++time) {
    for (std::size_t i = 0; i < once.shapes(); ++i) {
      const Profile profile = once.shape(i);
      if (time == 0) shared.add_shape(profile.atoms, profile.compounds);
      shared.add_example(static_cast<std::uint32_t>(i));
      apart.add_example(apart.add_shape(profile.atoms, profile.compounds));
    }
  }
  for (const DivergenceGoal& goal : {two_way(120, 30), three_way(120, 40, 30)}) {
    expect_same(search(shared, goal), search(apart, goal));
  }
}

TEST(SearchDivergence, TeachesEveryAtomItAsksForWhenItCan) {
  for (std::uint64_t number = 10; number < 18; ++number) {
    const Profiles profiles = random_pool(
        number, {.examples = 80, .shapes = 60, .atoms = 25, .compounds = 30, .most_atoms = 2});
    for (const DivergenceGoal& goal : {two_way(40, 10), three_way(40, 8, 8)}) {
      const Arrangement found = search(profiles, goal);
      EXPECT_EQ(count_missing(profiles, found.set_of), 0U) << number;
    }
  }
}

// Targets.

TEST(SearchDivergence, ReachesTargets) {
  const Profiles profiles = three_hundred();
  for (const double target : {0.0, 0.3, 0.5}) {
    DivergenceGoal goal = two_way(120, 30);
    goal.target = target;
    const Arrangement found = search(profiles, goal);
    EXPECT_EQ(sizes_of(found.set_of, 2), goal.sizes);
    EXPECT_NEAR(found.outlook.pairs[0].compounds, target, target == 0 ? 0.03 : 0.001);
    EXPECT_LT(found.outlook.pairs[0].atoms, 0.03);
    EXPECT_NEAR(found.score, measured_score(profiles, found.set_of, goal), 1e-6);
  }
}

TEST(SearchDivergence, ReachesTargetsOfTwoPairsAtOnce) {
  const Profiles profiles = three_hundred();
  DivergenceGoal goal = three_way(120, 30, 30);
  goal.target = 0.3;
  const Arrangement found = search(profiles, goal);
  EXPECT_NEAR(found.outlook.pairs[0].compounds, 0.3, 0.01);
  EXPECT_NEAR(found.outlook.pairs[1].compounds, 0.3, 0.01);
}

TEST(SearchDivergence, ComesAsCloseToUnreachableTargetsAsItCan) {
  Profiles alike({"a"}, {1});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> compounds = {{0, 1}};
  const std::uint32_t shape = alike.add_shape(atoms, compounds);
  for (int i = 0; i < 50; ++i) alike.add_example(shape);
  DivergenceGoal goal = two_way(20, 10);
  goal.target = 1;
  const Arrangement found = search(alike, goal);
  EXPECT_EQ(sizes_of(found.set_of, 2), goal.sizes);
  EXPECT_NEAR(found.score, -1, 1e-7);

  const Profiles profiles = three_hundred();
  goal = two_way(120, 30);
  const double highest = search(profiles, goal).outlook.pairs[0].compounds;
  goal.target = 1;
  EXPECT_NEAR(search(profiles, goal).outlook.pairs[0].compounds, highest, 0.02);
}

// The single steps.

TEST(Steps, NeverLoseWhatTheyWereGiven) {
  const Profiles profiles = three_hundred();
  const SearchPool pool(profiles);
  for (const DivergenceGoal& goal : {two_way(120, 30), three_way(120, 20, 30), two_way(150, 150)}) {
    for (std::uint32_t start = 0; start < 4; ++start) {
      const Arrangement grown = grow_start(pool, goal, kKey, start, {});
      EXPECT_EQ(sizes_of(grown.set_of, goal.sizes.size()), goal.sizes);
      const Arrangement shaken = shake(pool, goal, grown, 2, {});
      EXPECT_EQ(sizes_of(shaken.set_of, goal.sizes.size()), goal.sizes);
      EXPECT_GE(shaken.score, grown.score);
      const Arrangement annealed = anneal(pool, goal, shaken, 20'000, kKey, start, {});
      EXPECT_EQ(sizes_of(annealed.set_of, goal.sizes.size()), goal.sizes);
      EXPECT_GE(annealed.score, shaken.score);
      expect_same(anneal(pool, goal, shaken, 0, kKey, start, {}), shaken);
      expect_same(shake(pool, goal, grown, 0, {}), grown);
    }
  }
}

TEST(Steps, GrowOtherSetsFromOtherStarts) {
  const Profiles profiles = three_hundred();
  const SearchPool pool(profiles);
  const DivergenceGoal goal = two_way(120, 30);
  EXPECT_NE(grow_start(pool, goal, kKey, 0, {}).set_of, grow_start(pool, goal, kKey, 1, {}).set_of);
}

// Dividing what is held out.

TEST(DivideHeldOut, KeepsTrainAndGivesTheWantedSizes) {
  const Profiles profiles = three_hundred();
  const SearchPool pool(profiles);
  const DivergenceGoal goal = two_way(120, 60);
  const Arrangement found = search(profiles, goal);
  for (const std::uint64_t first_size : {0U, 1U, 20U, 30U, 59U, 60U}) {
    const Membership divided = divide_held_out(pool, goal, found, first_size, kKey);
    EXPECT_EQ(members_of(divided, 0), members_of(found.set_of, 0));
    EXPECT_EQ(members_of(divided, kMostSets), members_of(found.set_of, kMostSets));
    EXPECT_THAT(members_of(divided, 1), SizeIs(first_size));
    EXPECT_THAT(members_of(divided, 2), SizeIs(60 - first_size));
    EXPECT_EQ(divide_held_out(pool, goal, found, first_size, kKey), divided);
  }
}

TEST(DivideHeldOut, MakesPartsThatAreEquallyFarAway) {
  const Profiles profiles = three_hundred();
  const SearchPool pool(profiles);
  const DivergenceGoal goal = two_way(120, 60);
  const Arrangement found = search(profiles, goal);
  const double together = found.outlook.pairs[0].compounds;
  for (const std::uint64_t first_size : {20U, 30U}) {
    const Membership divided = divide_held_out(pool, goal, found, first_size, kKey);
    EXPECT_NEAR(measured(profiles, divided, 0, 1).compounds, together, 0.01);
    EXPECT_NEAR(measured(profiles, divided, 0, 2).compounds, together, 0.01);
    EXPECT_LT(measured(profiles, divided, 0, 1).atoms, 0.04);
    EXPECT_LT(measured(profiles, divided, 0, 2).atoms, 0.04);
  }
  EXPECT_NE(divide_held_out(pool, goal, found, 30, {1, 2}),
            divide_held_out(pool, goal, found, 30, {1, 3}));
}

}  // namespace
}  // namespace assay
