#include "assay/grounded/world_columns.h"

namespace assay::grounded {

namespace {

using world::Thing;
using world::World;

constexpr std::size_t kHead = 4;  // grid and agent
constexpr std::size_t kPerThing = 5;

}  // namespace

void write_world(const World& world, std::vector<std::int64_t>& out) {
  out.assign(
      {world.grid, world.agent.row, world.agent.column, static_cast<std::int64_t>(world.facing)});
  for (const Thing& thing : world.things) {
    out.insert(out.end(),
               {static_cast<std::int64_t>(thing.shape), static_cast<std::int64_t>(thing.colour),
                thing.size, thing.cell.row, thing.cell.column});
  }
}

bool read_world(const std::vector<std::int64_t>& numbers, World& out) {
  if (numbers.size() < kHead + kPerThing || (numbers.size() - kHead) % kPerThing != 0) return false;
  const auto fits = [&](std::size_t at, std::int64_t least, std::int64_t most) {
    return numbers[at] >= least && numbers[at] <= most;
  };
  if (!fits(0, 1, world::kLargestGrid) || !fits(3, 0, 3)) return false;
  const std::int64_t last = numbers[0] - 1;
  const auto cell = [&](std::size_t at) {
    return world::Cell{static_cast<int>(numbers[at]), static_cast<int>(numbers[at + 1])};
  };
  if (!fits(1, 0, last) || !fits(2, 0, last)) return false;
  out.grid = static_cast<int>(numbers[0]);
  out.agent = cell(1);
  out.facing = static_cast<world::Direction>(numbers[3]);
  out.things.clear();
  for (std::size_t at = kHead; at < numbers.size(); at += kPerThing) {
    if (!fits(at, 0, world::kShapes - 1) || !fits(at + 1, 0, world::kColours - 1) ||
        !fits(at + 2, 1, 4) || !fits(at + 3, 0, last) || !fits(at + 4, 0, last)) {
      return false;
    }
    out.things.push_back({static_cast<world::Shape>(numbers[at]),
                          static_cast<world::Colour>(numbers[at + 1]),
                          static_cast<std::uint8_t>(numbers[at + 2]), cell(at + 3)});
  }
  return true;
}

}  // namespace assay::grounded
