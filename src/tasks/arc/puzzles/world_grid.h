// A world as a grid: glyphs.h says how it looks.
#pragma once

#include "assay/tasks/arc/grids/grid.h"
#include "assay/world/world.h"

namespace assay::arc {

// The largest world that fits into a grid.
inline constexpr int kLargestWorld = 6;

// The agent is not drawn. Every other part of a world is, whatever the order of its things.
Grid grid_of(const world::World& world);

}  // namespace assay::arc
