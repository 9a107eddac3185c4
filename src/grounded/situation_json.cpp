#include "assay/grounded/situation_json.h"

#include <algorithm>

namespace assay::grounded {

std::string vector_of(const world::Thing& thing, const VectorWords& words) {
  std::string bits(world::kLargestSize + words.shapes.size() + words.colours.size(), '0');
  const auto place = [](const auto& all, auto word) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), word) - all.begin());
  };
  bits[thing.size - 1U] = '1';
  bits[world::kLargestSize + place(words.shapes, thing.shape)] = '1';
  bits[world::kLargestSize + words.shapes.size() + place(words.colours, thing.colour)] = '1';
  return bits;
}

namespace {

using world::Cell;
using world::Thing;

void write_cell(Indented& json, std::string_view key, Cell cell) {
  json.open(key);
  json.digits("row", cell.row);
  json.digits("column", cell.column);
  json.close();
}

void write_thing(Indented& json, std::string_view key, const Thing& thing,
                 const VectorWords& words) {
  json.open(key);
  json.text("vector", vector_of(thing, words));
  write_cell(json, "position", thing.cell);
  json.open("object");
  json.text("shape", world::name_of(thing.shape));
  json.text("color", world::name_of(thing.colour));
  json.digits("size", thing.size);
  json.close();
  json.close();
}

}  // namespace

void write_situation(Indented& json, const world::World& world, const VectorWords& words) {
  const Cell target = world.things.front().cell;
  json.open("situation");
  json.number("grid_size", world.grid);
  write_cell(json, "agent_position", world.agent);
  json.number("agent_direction", static_cast<int>(world.facing));
  write_thing(json, "target_object", world.things.front(), words);
  json.digits("distance_to_target", distance(world.agent, target));
  json.text("direction_to_target", bearing(world.agent, target));
  json.open("placed_objects");
  for (std::size_t i = 0; i < world.things.size(); ++i) {
    write_thing(json, std::to_string(i), world.things[i], words);
  }
  json.close();
  json.raw("carrying_object", "null");
  json.close();
}

void append_set_edge(std::string& out, FormatEdge edge, std::string_view set, std::uint64_t rows,
                     bool first) {
  switch (edge) {
    case FormatEdge::kPartBegin:
      if (!first) out += ',';
      out += "\n        ";
      append_json_string(out, set);
      out += ": [";
      return;
    case FormatEdge::kBetweenRows:
      out += ',';
      return;
    case FormatEdge::kPartEnd:
      out += rows > 0 ? "\n        ]" : "]";
      return;
    default:
      return;
  }
}

}  // namespace assay::grounded
