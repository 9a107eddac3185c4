// A scene as lines of ASCII, for terminals: which column and row of the picture things lie in.
//
//     1 2 3 4 5 6 7 8
//   1 . . . . . . . .
//   2 . . . . . . . .
//   3 . . . . . . . .
//   4 . . A . . . . .
//   5 . . . . . b . .
//   6 . . . . . . . .
//   7 . . . . . . . .
//   8 . . . . . . . .
//   A large red metal cube
//   b small gray rubber sphere
//
// Large things have large letters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

// No value is below `first_bin`, 0 or 1.
std::string sketch(const Looks& scene, std::uint8_t first_bin);

// Blocks of ASCII lines beside each other as long as they fit into `columns`, then below; an empty
// line lies between rows of blocks.
std::string side_by_side(std::span<const std::string> blocks, std::size_t columns = 100);

}  // namespace assay::curi
