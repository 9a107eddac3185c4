// A world as a column of numbers: grid; agent's row, column and direction; then shape, colour,
// size, row and column of each thing.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/world/world.h"

namespace assay::grounded {

// Overwrites `out`.
void write_world(const world::World& world, std::vector<std::int64_t>& out);

// False when the numbers are no world with a thing in it.
bool read_world(const std::vector<std::int64_t>& numbers, world::World& out);

}  // namespace assay::grounded
