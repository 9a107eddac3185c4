// Commands that cannot mean one thing alone, in whatever world.
//
// "The object that is in the same shape as a small object that is in the same shape as a big
// object": whichever of two sizes it has, one of the others could stand for it. Nothing is gained
// by drawing worlds for it.
#pragma once

#include "assay/tasks/reascan/worlds/structures.h"

namespace assay::reascan {

// Looks for a way to let the mentioned things change places that every world allows, small and big
// being two sizes. Structures that it does not find may still have no world.
bool is_dead(const Structure& structure);

}  // namespace assay::reascan
