// How a world looks as a grid of the Abstraction and Reasoning Corpus: what writing and reading it
// have to agree on.
//
// Each cell of the world is a block of 5 by 5 cells of the grid.
//
//   1 5 5 1 1     a blue box of size 2 begins here: its colour in the corner, then a 5 for each of
//   1 . 2 . .     its size. Its outline runs along the first row and column of the blocks that it
//   1 2 . 2 .     is around and of those behind them; the grid may cut it off in the south and
//   east. 1 . 2 . . 1 5 5 5 .     a red circle of size 3: a picture of 3 by 3, then a 5 for each of
//   its size
//
// So all of a thing and all of a box is told inside of one block, which no other touches. Outlines
// only repeat what the corners say; where two cross, the smaller box lies over the larger, and of
// boxes of a size, the one that comes later by row and column.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "assay/world/world.h"

namespace assay::arc {

inline constexpr std::size_t kBlock = 5;
inline constexpr std::uint8_t kEmpty = 0;
inline constexpr std::uint8_t kSizeMark = 5;

// Rows of a picture one after the other.
inline constexpr std::array<std::string_view, 3> kPictures{
    ".X."
    "X.X"
    ".X.",  // circle
    "XXX"
    ".X."
    "XXX",  // cylinder
    "XXX"
    "X.X"
    "XXX"};  // square
inline constexpr std::size_t kPictureSide = 3;

// Red, blue, green, yellow.
inline constexpr std::array<std::uint8_t, world::kColours> kInks{2, 1, 3, 4};

}  // namespace assay::arc
