// What stands on a grid: an agent, things of a shape, a colour and a size, and boxes around them.
//
// A cell holds at most one thing that is no box. The agent walks over everything; only pushing and
// pulling mind what is in the way. A box is an outline as many cells wide and high as its size; its
// cell is the one in the north-west, and nothing but another box's cell is kept from it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/world/grid.h"

namespace assay::world {

enum class Shape : std::uint8_t { kCircle, kCylinder, kSquare, kBox };
enum class Colour : std::uint8_t { kRed, kBlue, kGreen, kYellow };
inline constexpr std::size_t kShapes = 4;
inline constexpr std::size_t kColours = 4;
inline constexpr std::uint8_t kSmallestSize = 1;
inline constexpr std::uint8_t kLargestSize = 4;

// What a command may call a thing's size.
enum class SizeWord : std::uint8_t { kNone, kBig, kSmall };

std::string_view name_of(SizeWord size);  // "big", "small", ""
std::string_view name_of(Shape shape);
std::string_view name_of(Colour colour);

struct Thing {
  Shape shape = Shape::kCircle;
  Colour colour = Colour::kRed;
  std::uint8_t size = kSmallestSize;
  Cell cell;
  friend bool operator==(const Thing&, const Thing&) = default;

  bool is_box() const { return shape == Shape::kBox; }
};

struct World {
  int grid = 6;
  Cell agent;
  Direction facing = Direction::kEast;
  std::vector<Thing> things;
  friend bool operator==(const World&, const World&) = default;

  void clear() { things.clear(); }
};

}  // namespace assay::world
