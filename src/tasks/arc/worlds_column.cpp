#include "assay/tasks/arc/worlds_column.h"

#include "assay/tasks/arc/puzzles/world_grid.h"
#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::arc {

namespace {

using world::Thing;
using world::World;

constexpr std::size_t kPerThing = 5;

bool read_thing(const std::int64_t* numbers, Thing& out) {
  const auto fits = [&](std::size_t at, std::int64_t least, std::int64_t most) {
    return numbers[at] >= least && numbers[at] <= most;
  };
  constexpr std::int64_t kLast = kLargestWorld - 1;
  if (!fits(0, 0, world::kShapes - 1) || !fits(1, 0, world::kColours - 1) ||
      !fits(2, world::kSmallestSize, world::kLargestSize) || !fits(3, 0, kLast) ||
      !fits(4, 0, kLast)) {
    return false;
  }
  out = {static_cast<world::Shape>(numbers[0]),
         static_cast<world::Colour>(numbers[1]),
         static_cast<std::uint8_t>(numbers[2]),
         {static_cast<int>(numbers[3]), static_cast<int>(numbers[4])}};
  return !out.is_box() ||
         (out.cell.row + out.size <= kLargestWorld && out.cell.column + out.size <= kLargestWorld);
}

}  // namespace

void write_worlds(const std::vector<World>& worlds, std::vector<std::int64_t>& out) {
  out.clear();
  for (const World& world : worlds) {
    out.push_back(static_cast<std::int64_t>(world.things.size()));
    for (const Thing& thing : world.things) {
      out.insert(out.end(),
                 {static_cast<std::int64_t>(thing.shape), static_cast<std::int64_t>(thing.colour),
                  thing.size, thing.cell.row, thing.cell.column});
    }
  }
}

bool read_worlds(const std::vector<std::int64_t>& numbers, std::vector<World>& out) {
  out.clear();
  for (std::size_t at = 0; at < numbers.size();) {
    const std::int64_t count = numbers[at++];
    if (count < 1 || count > static_cast<std::int64_t>(reascan::kMostThings) ||
        static_cast<std::size_t>(count) * kPerThing > numbers.size() - at) {
      return false;
    }
    World& world = out.emplace_back();
    world.grid = kLargestWorld;
    world::CellSet things;
    world::CellSet corners;
    for (std::int64_t i = 0; i < count; ++i, at += kPerThing) {
      Thing& thing = world.things.emplace_back();
      if (!read_thing(&numbers[at], thing)) return false;
      world::CellSet& taken = thing.is_box() ? corners : things;
      if (taken.has(thing.cell)) return false;
      taken.add(thing.cell);
    }
    if (world.things.front().is_box()) return false;
  }
  return out.size() > 1;
}

}  // namespace assay::arc
