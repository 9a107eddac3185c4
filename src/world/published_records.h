// For tests only: the authors' records of ReaSCAN, read where ASSAY_PUBLISHED names their folder.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/world/world.h"

namespace assay::world::published {

using Json = nlohmann::json;

inline std::vector<Json> records() {
  std::vector<Json> found;
  const char* folder = std::getenv("ASSAY_PUBLISHED");
  if (folder == nullptr) return found;
  const auto path = std::filesystem::path(folder) / "reascan/demo300.jsonl.gz";
  FILE* lines = popen(("gzip -dc '" + path.string() + "'").c_str(), "r");
  if (lines == nullptr) return found;
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

// The kind that name_of() calls so.
template <typename Kind>
Kind named(const std::string& name) {
  auto kind = static_cast<Kind>(0);
  while (name_of(kind) != name) kind = static_cast<Kind>(static_cast<int>(kind) + 1);
  return kind;
}

inline Cell cell_of(const Json& position) {
  const auto number = [&](const char* key) {
    return std::stoi(position.at(key).get<std::string>());
  };
  return {number("row"), number("column")};
}

inline World world_of(const Json& situation) {
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

inline constexpr const char* kNotAtHand = "ASSAY_PUBLISHED names no folder with reascan/demo300";

}  // namespace assay::world::published
