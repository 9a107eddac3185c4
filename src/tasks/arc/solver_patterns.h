// The generator's patterns as the solver is told of them.
#pragma once

#include <span>
#include <vector>

#include "assay/tasks/arc/solver/solver.h"
#include "assay/tasks/reascan/worlds/structures.h"

namespace assay::arc {

inline std::vector<ClauseParents> parents_of(std::span<const reascan::Pattern> patterns) {
  std::vector<ClauseParents> parents;
  for (const reascan::Pattern& pattern : patterns) parents.push_back(pattern.parents);
  return parents;
}

}  // namespace assay::arc
