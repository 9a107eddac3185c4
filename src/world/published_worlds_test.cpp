// The authors' records: ASSAY_PUBLISHED/reascan holds some of ReaSCAN's.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/world/movement.h"
#include "assay/world/simulation.h"

namespace assay::world {
namespace {

using Json = nlohmann::json;

std::vector<Json> records() {
  std::vector<Json> found;
  const char* folder = std::getenv("ASSAY_PUBLISHED");
  if (folder == nullptr) return found;
  const auto path = std::filesystem::path(folder) / "reascan/demo300.jsonl.gz";
  FILE* lines = popen(("gzip -dc '" + path.string() + "'").c_str(), "r");
  std::string line;
  for (int letter = std::fgetc(lines); letter != EOF; letter = std::fgetc(lines)) {
    if (letter != '\n') {
      line += static_cast<char>(letter);
      continue;
    }
    found.push_back(Json::parse(line));
    line.clear();
  }
  pclose(lines);
  return found;
}

template <typename Kind>
Kind named(const std::string& name) {
  auto kind = static_cast<Kind>(0);
  while (name_of(kind) != name) kind = static_cast<Kind>(static_cast<int>(kind) + 1);
  return kind;
}

Cell cell_of(const Json& position) {
  const auto number = [&](const char* key) {
    return std::stoi(position.at(key).get<std::string>());
  };
  return {number("row"), number("column")};
}

World world_of(const Json& situation) {
  World world;
  world.grid = situation.at("grid_size");
  world.agent = cell_of(situation.at("agent_position"));
  world.facing = situation.at("agent_direction");
  const Json& placed = situation.at("placed_objects");
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const Json& one = placed.at(std::to_string(i));
    const Json& object = one.at("object");
    world.things.push_back(
        {named<Shape>(object.at("shape")), named<Colour>(object.at("color")),
         static_cast<std::uint8_t>(std::stoi(object.at("size").get<std::string>())),
         cell_of(one.at("position"))});
  }
  return world;
}

TEST(PublishedWorlds, ActionsAreThoseOfTheAuthors) {
  const std::vector<Json> all = records();
  if (all.empty()) GTEST_SKIP() << "ASSAY_PUBLISHED names no folder with reascan/demo300";
  EXPECT_EQ(all.size(), 300U);
  for (const Json& record : all) {
    const World world = world_of(record.at("situation"));
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
