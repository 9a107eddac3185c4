// What can be had in ARC without looking at all pairs.
#pragma once

#include <cstddef>
#include <vector>

#include "assay/core/abilities.h"
#include "assay/tasks/arc/solver/solver.h"

namespace assay::arc {

// `patterns`: of the rules that are looked through, the simpler first. `pairs`: of each puzzle.
std::vector<Shortcut> arc_shortcuts(std::vector<ClauseParents> patterns, std::size_t pairs);

}  // namespace assay::arc
