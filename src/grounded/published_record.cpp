#include "assay/grounded/published_record.h"

#include <fmt/format.h>

#include <optional>

#include "assay/base/json_parser.h"
#include "assay/base/text.h"
#include "assay/world/actions.h"

namespace assay::grounded {

namespace {

using simdjson::dom::element;
using world::Cell;
using world::Thing;
using world::World;

template <typename Type>
Type typed(element value, std::string_view key, std::string_view kind) {
  Type found;
  if (value.get(found) != simdjson::SUCCESS) {
    fail(ErrorKind::kInput, "\"{}\" is no {}", key, kind);
  }
  return found;
}

// The kind that name_of() calls so.
template <typename Kind>
std::optional<Kind> named(std::string_view name, std::size_t kinds) {
  for (std::size_t i = 0; i < kinds; ++i) {
    if (name_of(static_cast<Kind>(i)) == name) return static_cast<Kind>(i);
  }
  return std::nullopt;
}
template <typename Kind>
Kind named_or_fail(std::string_view name, std::size_t kinds, std::string_view what) {
  const auto kind = named<Kind>(name, kinds);
  if (!kind) fail(ErrorKind::kInput, "\"{}\" is no {}", printable(name), what);
  return *kind;
}

Cell read_cell(const PublishedObject& position, int grid, std::string_view what) {
  const Cell cell{position.digits("row"), position.digits("column")};
  if (!world::is_inside(cell, grid)) {
    fail(ErrorKind::kInput, "{} is at row {}, column {}, outside of the grid", what, cell.row,
         cell.column);
  }
  return cell;
}

Thing read_thing(const PublishedObject& placed, int grid, std::string_view what) {
  Thing thing;
  const PublishedObject object = placed.object("object");
  thing.shape = named_or_fail<world::Shape>(object.text("shape"), world::kShapes, "shape");
  thing.colour = named_or_fail<world::Colour>(object.text("color"), world::kColours, "colour");
  const int size = object.digits("size");
  if (size < world::kSmallestSize || size > world::kLargestSize) {
    fail(ErrorKind::kInput, "{} has size {}", what, size);
  }
  thing.size = static_cast<std::uint8_t>(size);
  thing.cell = read_cell(placed.object("position"), grid, what);
  return thing;
}

}  // namespace

element PublishedObject::any(std::string_view key) const {
  element found;
  if (object_.at_key(key).get(found) != simdjson::SUCCESS) {
    fail(ErrorKind::kInput, "\"{}\" is missing", key);
  }
  return found;
}
std::string_view PublishedObject::text(std::string_view key) const {
  return typed<std::string_view>(any(key), key, "text");
}
std::int64_t PublishedObject::number(std::string_view key) const {
  return typed<std::int64_t>(any(key), key, "number");
}
bool PublishedObject::flag(std::string_view key) const {
  return typed<bool>(any(key), key, "truth value");
}
PublishedObject PublishedObject::object(std::string_view key) const {
  return PublishedObject(typed<simdjson::dom::object>(any(key), key, "object"));
}
simdjson::dom::array PublishedObject::list(std::string_view key) const {
  return typed<simdjson::dom::array>(any(key), key, "list");
}
int PublishedObject::digits(std::string_view key) const {
  constexpr std::uint64_t kMost = 1'000;
  const auto number = parse_number(text(key));
  if (!number || *number > kMost) fail(ErrorKind::kInput, "\"{}\" is no number", key);
  return static_cast<int>(*number);
}

std::string_view text_of(element value) {
  return typed<std::string_view>(value, "an element", "text");
}
PublishedObject object_of(element value) {
  return PublishedObject(typed<simdjson::dom::object>(value, "an element", "object"));
}
element only_of(simdjson::dom::array list, std::string_view key) {
  if (list.size() != 1) {
    fail(ErrorKind::kInput, "\"{}\" has {}", key, counted(list.size(), "element"));
  }
  return list.at(0);
}

PublishedObject parse_record(simdjson::dom::parser& parser, std::string_view record) {
  simdjson::dom::object object;
  const auto problem = parser.parse(record.data(), record.size()).get(object);
  if (problem != simdjson::SUCCESS) {
    fail(ErrorKind::kInput, "is no JSON object: {}", json_problem(problem));
  }
  return PublishedObject(object);
}

PublishedSituation read_situation(const PublishedObject& record) {
  const PublishedObject situation = record.object("situation");
  PublishedSituation found;
  World& world = found.world;
  const std::int64_t grid = situation.number("grid_size");
  if (grid < 1 || grid > world::kLargestGrid) {
    fail(ErrorKind::kInput, "\"grid_size\" is {}; assay knows grids of 1 to {}", grid,
         world::kLargestGrid);
  }
  world.grid = static_cast<int>(grid);
  world.agent = read_cell(situation.object("agent_position"), world.grid, "the agent");
  const std::int64_t facing = situation.number("agent_direction");
  if (facing < 0 || facing > 3) fail(ErrorKind::kInput, "\"agent_direction\" is {}", facing);
  world.facing = static_cast<world::Direction>(facing);
  const PublishedObject target = situation.object("target_object");
  found.target = read_thing(target, world.grid, "the target");
  found.target_vector = target.text("vector");
  found.distance = situation.text("distance_to_target");
  found.direction = situation.text("direction_to_target");
  found.carries_nothing = situation.any("carrying_object").is_null();
  const PublishedObject placed = situation.object("placed_objects");
  world.things.reserve(placed.size());
  found.vectors.reserve(placed.size());
  for (const auto& [key, value] : placed.members()) {
    const std::string number = std::to_string(world.things.size());
    if (key != number) {
      fail(ErrorKind::kInput, "placed object \"{}\" stands where \"{}\" should", printable(key),
           number);
    }
    const PublishedObject object = object_of(value);
    world.things.push_back(read_thing(object, world.grid, "object " + number));
    found.vectors.push_back(object.text("vector"));
  }
  if (world.things.empty()) fail(ErrorKind::kInput, "no object is placed");
  return found;
}

world::Verb read_verb(std::string_view word) { return named_or_fail<world::Verb>(word, 3, "verb"); }
world::Manner read_manner(std::string_view words) {
  return named_or_fail<world::Manner>(words, 5, "adverb");
}

std::string situation_problem(const PublishedSituation& situation) {
  const World& world = situation.world;
  const Cell target = world.things.front().cell;
  const std::string distance = std::to_string(world::distance(world.agent, target));
  if (situation.distance != distance) {
    return fmt::format("\"distance_to_target\" is {}, not {}", situation.distance, distance);
  }
  const std::string_view direction = world::bearing(world.agent, target);
  if (situation.direction != direction) {
    return fmt::format("\"direction_to_target\" is {}, not {}", situation.direction, direction);
  }
  if (world.facing != world::Direction::kEast) {
    return fmt::format("the agent faces {}", name_of(world.facing));
  }
  if (!situation.carries_nothing) return "the agent carries something";
  world::CellSet taken;
  world::CellSet corners;
  for (std::size_t i = 0; i < world.things.size(); ++i) {
    const Thing& thing = world.things[i];
    world::CellSet& cells = thing.is_box() ? corners : taken;
    if (cells.has(thing.cell)) {
      return fmt::format("object {} stands where another does, at row {}, column {}", i,
                         thing.cell.row, thing.cell.column);
    }
    cells.add(thing.cell);
    const int reach = thing.is_box() ? thing.size - 1 : 0;
    if (!world::is_inside({thing.cell.row + reach, thing.cell.column + reach}, world.grid)) {
      return fmt::format("object {}, a box of size {}, reaches out of the grid", i, thing.size);
    }
  }
  if (taken.has(world.agent)) return "the agent stands on an object";
  return "";
}

std::string actions_problem(const PublishedSituation& situation, world::Verb verb,
                            world::Manner manner, std::string_view actions) {
  std::vector<world::Action> planned;
  world::plan(situation.world, 0, verb, manner, planned);
  std::string text;
  world::append_actions(text, planned);
  if (text == actions) return "";
  const auto given = split_text(actions, ',');
  const auto wanted = split_text(text, ',');
  std::size_t at = 0;
  while (at < given.size() && at < wanted.size() && given[at] == wanted[at]) ++at;
  const auto word = [&](const auto& words) {
    return at < words.size() ? words[at] : std::string_view("the end");
  };
  return fmt::format("action {} is {}, not {}", at + 1, word(given), word(wanted));
}

std::string keys_problem(const PublishedObject& record, std::span<const std::string_view> keys) {
  std::size_t at = 0;
  for (const auto& [key, value] : record.members()) {
    if (at == keys.size()) return fmt::format("\"{}\" is one key too many", key);
    if (key != keys[at]) return fmt::format("\"{}\" stands where \"{}\" should", key, keys[at]);
    ++at;
  }
  return at == keys.size() ? "" : fmt::format("\"{}\" is missing", keys[at]);
}

std::string target_problem(const PublishedSituation& situation) {
  return situation.target == situation.world.things.front()
             ? ""
             : "\"target_object\" is not the first placed object";
}

}  // namespace assay::grounded
