// A grid world as lines of ASCII, for terminals.
//
//        0     1     2     3
//    b2----------+
//   0|  .     .  |  >     .
//    |           |
//   1|  .   (r3) |  .   [g1]
//    +-----------+
//   2   .     .     .  *{y2}
//
//   3   .     .     .     .
//   (circle) [square] {cylinder}; letter: colour; digit: size; agent: > v < ^; target: *
//   blue box of size 2 over rows 0 to 1, columns 0 to 1
//
// Worlds without boxes have no lines between their rows.
#pragma once

#include <string>

#include "assay/grounded/world_scene.h"

namespace assay::grounded {

// The command and the actions are not in it: whoever prints a sketch has them above it.
std::string sketch(const WorldScene& scene);

}  // namespace assay::grounded
