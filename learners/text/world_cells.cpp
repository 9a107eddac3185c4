#include "assay/learners/text/world_cells.h"

#include <algorithm>
#include <tuple>

#include "assay/grounded/world_columns.h"
#include "assay/world/world.h"

namespace assay::learners {

namespace {

constexpr unsigned kFirstShape = 4;
constexpr unsigned kFirstColour = 8;

constexpr auto kAgent = static_cast<unsigned>(kAgentFeature);

std::uint32_t bit(unsigned feature) { return 1U << feature; }

std::uint32_t features_of(const world::Thing& thing) {
  return bit(thing.size - 1U) | bit(kFirstShape + static_cast<unsigned>(thing.shape)) |
         bit(kFirstColour + static_cast<unsigned>(thing.colour));
}

}  // namespace

bool read_cell_world(std::span<const std::int64_t> column, CellWorld& out) {
  world::World world;
  if (!grounded::read_world({column.begin(), column.end()}, world)) return false;
  const auto number = [&](world::Cell cell) {
    return static_cast<std::uint32_t>(cell.row * world.grid + cell.column);
  };
  out.grid = static_cast<std::uint32_t>(world.grid);
  out.target = number(world.things.front().cell);
  const std::uint32_t of_agent =
      bit(kAgent) | bit(kAgent + 1 + static_cast<unsigned>(world.facing));
  out.entries.assign(1, make_entry(number(world.agent), of_agent));
  for (const world::Thing& thing : world.things)
    out.entries.push_back(make_entry(number(thing.cell), features_of(thing)));
  std::ranges::sort(out.entries, [](const WorldEntry& a, const WorldEntry& b) {
    return std::tuple(+a.cell, +a.features) < std::tuple(+b.cell, +b.features);
  });
  return true;
}

}  // namespace assay::learners
