// Polishing: exchanges of chosen examples at full size.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "assay/base/error.h"
#include "assay/split/live_slopes.h"
#include "assay/split/search_trials_testing.h"

namespace assay {
namespace {

using search_trials::count_missing;
using search_trials::expect_same;
using search_trials::kKey;
using search_trials::measured_score;
using search_trials::random_pool;
using search_trials::sizes_of;
using search_trials::three_way;
using search_trials::two_way;

// Sets that cannot be wholly different.
Profiles much() {
  return random_pool(
      21, {.examples = 3'000, .shapes = 1'000, .atoms = 10, .compounds = 40, .most_compounds = 12});
}

// The first examples in turn, without any search.
Arrangement unsearched(const SearchPool& pool, const DivergenceGoal& goal) {
  Membership set_of(pool.size(), kMostSets);
  std::size_t next = 0;
  for (std::size_t set = 0; set < goal.sizes.size(); ++set) {
    for (std::uint64_t i = 0; i < goal.sizes[set]; ++i) {
      set_of[next++] = static_cast<std::uint8_t>(set);
    }
  }
  return DivergenceSets(pool, goal, set_of).arrangement();
}

TEST(Polish, ImprovesWhatHasGrownAndKeepsItsSizes) {
  const Profiles profiles = much();
  const SearchPool pool(profiles);
  for (const DivergenceGoal& goal : {two_way(1'200, 300), three_way(1'200, 160, 160)}) {
    const Arrangement from = grow_start(pool, goal, kKey, 0, {});
    const Arrangement polished = polish(pool, goal, from, 8'192, kKey, 0, {});
    EXPECT_EQ(sizes_of(polished.set_of, goal.sizes.size()), goal.sizes);
    EXPECT_GT(polished.score, from.score);
    EXPECT_NEAR(polished.score, measured_score(profiles, polished.set_of, goal), 1e-6);
    expect_same(polish(pool, goal, from, 8'192, kKey, 0, {}), polished);
    EXPECT_NE(polish(pool, goal, from, 8'192, kKey, 1, {}).set_of, polished.set_of);
  }
}

TEST(Polish, NeverLosesWhatItWasGiven) {
  const Profiles profiles = much();
  const SearchPool pool(profiles);
  for (const DivergenceGoal& goal : {two_way(1'200, 300), two_way(300, 1'200), two_way(2'500, 500),
                                     three_way(1'200, 160, 160), two_way(1, 1)}) {
    const Arrangement grown = grow_start(pool, goal, kKey, 0, {});
    expect_same(polish(pool, goal, grown, 0, kKey, 0, {}), grown);
    const Arrangement once = polish(pool, goal, grown, 8'192, kKey, 0, {});
    EXPECT_GE(once.score, grown.score);
    EXPECT_GE(polish(pool, goal, once, 1'024, kKey, 3, {}).score, once.score);
  }
}

// Every atom that a later set has, and train lacks, costs 1.
TEST(Polish, TeachesTheAtomsThatAreMissing) {
  const Profiles profiles = random_pool(
      22, {.examples = 6'000, .shapes = 500, .atoms = 150, .compounds = 150, .most_compounds = 20});
  const SearchPool pool(profiles);
  const DivergenceGoal goal = two_way(400, 400);
  const Arrangement from = unsearched(pool, goal);
  ASSERT_GT(from.outlook.missing, 3U);
  const Arrangement polished = polish(pool, goal, from, 8'192, kKey, 0, {});
  EXPECT_EQ(polished.outlook.missing, 0U);
  EXPECT_EQ(count_missing(profiles, polished.set_of), 0U);
}

// As in a large pool: saved states hold what was polished, and threads only share the work.
TEST(Polish, IsPartOfASearchThatIsResumedOrShared) {
  const SearchPool pool(much());
  const DivergenceGoal goal = two_way(1'200, 300);
  const SearchEffort effort = {
      .starts = 3, .finalists = 2, .shakes = 1, .exchanges = 1'000, .chosen = 4'096};
  std::vector<std::string> states;
  const SearchMemory memory = {[] { return std::string(); },
                               [&](const std::string& state) { states.push_back(state); }};
  const Arrangement undisturbed = search_divergence(pool, goal, effort, kKey, memory, {});
  ASSERT_EQ(states.size(), 5U);
  for (const unsigned jobs : {1U, 2U, 7U}) {
    Control control;
    control.jobs = jobs;
    for (const std::string& state : {std::string(), states[1], states[3], states[4]}) {
      expect_same(
          search_divergence(pool, goal, effort, kKey, {[state] { return state; }, {}}, control),
          undisturbed);
    }
  }
  SearchEffort unpolished = effort;
  unpolished.chosen = 0;
  EXPECT_GT(undisturbed.score, search_divergence(pool, goal, unpolished, kKey, {}, {}).score);
}

TEST(Polish, StopsOnRequest) {
  const SearchPool pool(much());
  const DivergenceGoal goal = two_way(1'200, 300);
  Control control;
  std::atomic<bool> cancel = true;
  control.cancel = &cancel;
  EXPECT_THROW(polish(pool, goal, unsearched(pool, goal), 8'192, kKey, 0, control), Interrupted);
}

double farthest(const LiveSlopes& a, const LiveSlopes& b, const DivergenceSets& sets,
                const DivergenceGoal& goal) {
  double farthest = 0;
  for (std::uint32_t example = 0; example < sets.state().pool().size(); ++example) {
    for (std::size_t set = 0; set < goal.sizes.size(); ++set) {
      const double entering = a.entering(example, set) - b.entering(example, set);
      const double leaving = a.leaving(example, set) - b.leaving(example, set);
      farthest = std::max({farthest, std::abs(entering), std::abs(leaving)});
    }
  }
  return farthest;
}

// What is followed differs from fresh slopes by norms and pressures alone, which change little.
TEST(LiveSlopes, FollowWhatExchangesChange) {
  const SearchPool pool(much());
  for (const DivergenceGoal& goal : {two_way(1'200, 300), three_way(1'200, 160, 160)}) {
    DivergenceSets sets(pool, goal, unsearched(pool, goal).set_of);
    LiveSlopes followed(sets.state(), goal);
    followed.renew(0);
    LiveSlopes left_alone(sets.state(), goal);
    left_alone.renew(0);
    Stream stream(stream_key(4, "live slopes"), {});
    for (int i = 0; i < 30; ++i) {
      const std::size_t set = stream.below(goal.sizes.size());
      const auto members = sets.members(set);
      const auto unused = sets.unused();
      const Exchange exchange{set, members[stream.below(members.size())],
                              unused[stream.below(unused.size())], kMostSets};
      sets.exchange(exchange);
      followed.follow(exchange);
    }
    LiveSlopes fresh(sets.state(), goal);
    fresh.renew(0);
    EXPECT_LT(farthest(followed, fresh, sets, goal), farthest(left_alone, fresh, sets, goal) / 2);
  }
}

}  // namespace
}  // namespace assay
