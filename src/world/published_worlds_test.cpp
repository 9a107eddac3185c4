#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/world/movement.h"
#include "assay/world/published_records.h"
#include "assay/world/simulation.h"

namespace assay::world {
namespace {

using published::Json;
using published::named;

TEST(PublishedWorlds, ActionsAreThoseOfTheAuthors) {
  const std::vector<Json> all = published::records();
  if (all.empty()) GTEST_SKIP() << published::kNotAtHand;
  EXPECT_EQ(all.size(), 300U);
  for (const Json& record : all) {
    const World world = published::world_of(record.at("situation"));
    std::vector<Action> actions;
    plan(world, 0, named<Verb>(record.at("verb_in_command")),
         named<Manner>(record.at("adverb_in_command")), actions);
    std::string text;
    append_actions(text, actions);
    EXPECT_EQ(text, record.at("target_commands").get<std::string>()) << record.at("command");
    EXPECT_EQ(simulate(world, actions).done, actions.size());
    const Json& situation = record.at("situation");
    EXPECT_EQ(bearing(world.agent, world.things[0].cell), situation.at("direction_to_target"));
    EXPECT_EQ(std::to_string(distance(world.agent, world.things[0].cell)),
              situation.at("distance_to_target"));
  }
}

}  // namespace
}  // namespace assay::world
