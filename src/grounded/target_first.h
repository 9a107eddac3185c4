// Worlds that were read from a text, as tasks make them: with the target first.
#pragma once

#include <cstddef>

#include "assay/world/world.h"

namespace assay::grounded {

// The others keep their order. Throws Error(kInput) when the agent stands on the target: no task
// makes such a world, and no rule says where its target lies.
void put_target_first(world::World& world, std::size_t target);

}  // namespace assay::grounded
