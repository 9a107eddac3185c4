// The world that a grid shows: the second witness of world_grid.h, with which it shares the table
// of pictures and nothing else.
#pragma once

#include <string>

#include "assay/tasks/arc/grids/grid.h"
#include "assay/world/world.h"

namespace assay::arc {

struct GridWorld {
  std::string problem;  // empty when it could be read; one line with the place
  world::World world;   // by row, then by column, boxes first
};

// Takes only what grid_of would draw, to the last cell.
GridWorld read_world(const Grid& grid);

}  // namespace assay::arc
