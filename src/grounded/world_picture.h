// A grid world as people see it best.
//
// The command stands above the grid, rows and columns are counted from 0. Boxes are outlines, each
// with an inset of its own, so that no line hides another. The answer is a ring around the target,
// the way of the agent, where a thing is moved to, and why other things are there.
#pragma once

#include "assay/core/picture.h"
#include "assay/grounded/world_scene.h"

namespace assay::grounded {

Picture draw(const WorldScene& scene);

}  // namespace assay::grounded
