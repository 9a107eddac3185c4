// How clauses of commands relate things: for solvers, which are second witnesses. Shares nothing
// with the search that worlds are made by but what a world is.
#pragma once

#include <string_view>

#include "assay/world/world.h"

namespace assay::acting {

// What is the same: row, column, size, color, shape; or inside, of a box.
bool is_related(std::string_view relation, const world::Thing& one, const world::Thing& other);

}  // namespace assay::acting
