// The worlds of a puzzle as a column of numbers: of each, how many things there are, then shape,
// colour, size, row and column of each.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/world/world.h"

namespace assay::arc {

// Overwrites `out`.
void write_worlds(const std::vector<world::World>& worlds, std::vector<std::int64_t>& out);

// False when the numbers are not two worlds or more that fit into grids, each with something that
// is no box at first. Overwrites `out`.
bool read_worlds(const std::vector<std::int64_t>& numbers, std::vector<world::World>& out);

}  // namespace assay::arc
