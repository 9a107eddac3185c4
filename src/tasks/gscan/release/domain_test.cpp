// Commands, situations and held-out sets against the figures of the release.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <string>

#include "assay/tasks/gscan/release/commands.h"
#include "assay/tasks/gscan/release/situations.h"
#include "assay/tasks/gscan/release/splits.h"

namespace assay::gscan {
namespace {

using world::Thing;
using world::World;

TEST(GscanCommands, AreThoseOfTheGrammars) {
  EXPECT_EQ(all_commands(Grammar::kSimpleIntransitive).size(), 21U);
  EXPECT_EQ(all_commands(Grammar::kSimpleTransitive).size(), 42U);
  EXPECT_EQ(all_commands(Grammar::kNormal).size(), 135U);
  const auto commands = all_commands(Grammar::kAdverb);
  EXPECT_EQ(commands.size(), 675U);
  std::set<std::string> texts;
  for (const Command& command : commands) texts.insert(text_of(command));
  EXPECT_EQ(texts.size(), 675U);
  EXPECT_EQ(text_of(commands.front()), "walk to a red big square cautiously");
  EXPECT_EQ(text_of(commands.back()), "push a circle");
  std::size_t targets = 0;
  for (const Command& command : commands) targets += possible_targets(command.phrase).size();
  EXPECT_EQ(targets, 3600U);
}

TEST(GscanPlacements, ReachEveryDistanceInEveryDirection) {
  for (const auto& [grid, samples, count] :
       {std::tuple{6, 1, 56U}, {6, 5, 232U}, {6, 10, 452U}, {12, 5, 592U}}) {
    EXPECT_EQ(PlacementPlan(grid, samples).size(), count);
  }
  const PlacementPlan plan(6, 5);
  std::map<std::string, std::set<int>> distances;
  for (std::size_t place = 0; place < plan.size(); ++place) {
    for (std::uint32_t again = 0; again < 50; ++again) {
      Stream stream(stream_key(1, "gscan"), {Purpose::kShared, place, again});
      const Placement made = plan.draw(stream, place);
      ASSERT_TRUE(world::is_inside(made.agent, 6) && world::is_inside(made.target, 6));
      ASSERT_EQ(world::bearing(made.agent, made.target), plan.bearing(place));
      distances[std::string(plan.bearing(place))].insert(distance(made.agent, made.target));
    }
  }
  EXPECT_EQ(distances.size(), 8U);
  for (const auto& [bearing, found] : distances) {
    EXPECT_EQ(found.size(), bearing.size() == 1 ? 5U : 9U) << bearing;
  }
}

// Facts of the release: resampling 5 gives these sets whatever is drawn.
TEST(GscanSplits, HaveThePublishedSizes) {
  const PlacementPlan plan(6, 5);
  std::size_t all = 0;
  std::size_t dropped = 0;
  std::size_t pool = 0;
  std::map<std::string, std::size_t> alone;
  for (const Command& command : all_commands(Grammar::kAdverb)) {
    for (const Thing& target : possible_targets(command.phrase)) {
      for (std::size_t place = 0; place < plan.size(); ++place) {
        const std::uint8_t sets = held_out_sets(command, target, plan.bearing(place));
        ++all;
        if (std::popcount(sets) > 1) {
          ++dropped;
        } else if (sets == 0) {
          ++pool;
        } else {
          ++alone[std::string(name_of(static_cast<HeldOut>(std::countr_zero(sets))))];
        }
      }
    }
  }
  EXPECT_EQ(all, 835'200U);
  EXPECT_EQ(dropped, 97'731U);
  EXPECT_EQ(pool, 412'942U);
  const std::map<std::string, std::size_t> published{
      {"visual", 37'436},       {"situational_1", 88'642}, {"situational_2", 16'808},
      {"contextual", 11'460},   {"adverb_1", 112'881},     {"adverb_2", 38'582},
      {"visual_easier", 18'718}};
  EXPECT_EQ(alone, published);
}

// Others that the phrase could stand for are told apart by it, and there are as many as published.
TEST(GscanSituations, HaveOneThingThatThePhraseStandsFor) {
  const PlacementPlan plan(6, 1);
  std::uint64_t unit = 0;
  for (const Command& command : all_commands(Grammar::kNormal)) {
    const Phrase& phrase = command.phrase;
    for (const Thing& target : possible_targets(phrase)) {
      for (std::uint32_t place = 0; place < plan.size(); ++place) {
        Stream stream(stream_key(2, "gscan"), {Purpose::kItem, ++unit, place});
        const Placement made = plan.draw(stream, place);
        World world;
        world.agent = made.agent;
        world.things = {target};
        world.things[0].cell = made.target;
        add_others(stream, phrase, world);
        const bool sized = phrase.size != SizeWord::kNone;
        ASSERT_EQ(world.things.size(), sized ? 12U : phrase.colour ? 6U : 2U);
        world::CellSet taken;
        taken.add(world.agent);
        std::vector<int> sizes;
        for (const Thing& thing : world.things) {
          ASSERT_FALSE(taken.has(thing.cell));
          taken.add(thing.cell);
          const bool named =
              thing.shape == phrase.shape && (!phrase.colour || thing.colour == *phrase.colour);
          if (named) sizes.push_back(thing.size);
        }
        ASSERT_EQ(sizes.front(), target.size);
        sizes.erase(sizes.begin());
        if (!sized) {
          EXPECT_TRUE(sizes.empty());
        } else {
          EXPECT_FALSE(sizes.empty());
          for (const int size : sizes) {
            EXPECT_TRUE(phrase.size == SizeWord::kSmall ? size > target.size : size < target.size);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace assay::gscan
