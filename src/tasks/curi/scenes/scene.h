// A scene of CURI in full: where things stand in space and in the picture, not only what concepts
// see of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

struct Thing {
  Look look;
  std::array<double, 3> position{};  // on the ground plane; the last is the height of its middle
  std::array<std::int32_t, 2> pixel{};
  double depth = 0;     // along the camera's axis
  double rotation = 0;  // degrees
};

struct Scene {
  std::uint64_t index = 0;
  std::vector<Thing> things;
};

}  // namespace assay::curi
