#include "assay/tasks/arc/puzzles/world_grid.h"

#include <algorithm>
#include <vector>

#include "assay/base/error.h"
#include "assay/tasks/arc/grids/glyphs.h"

namespace assay::arc {

namespace {

using world::Thing;

std::uint8_t ink_of(const Thing& thing) { return kInks[static_cast<std::size_t>(thing.colour)]; }
std::size_t top_of(const Thing& thing) { return kBlock * static_cast<std::size_t>(thing.cell.row); }
std::size_t left_of(const Thing& thing) {
  return kBlock * static_cast<std::size_t>(thing.cell.column);
}

void draw_outline(Grid& grid, const Thing& box) {
  const std::size_t top = top_of(box);
  const std::size_t left = left_of(box);
  const std::size_t side = kBlock * box.size;
  const auto paint = [&](std::size_t row, std::size_t column) {
    if (row < grid.rows && column < grid.columns) grid.at(row, column) = ink_of(box);
  };
  for (std::size_t i = 0; i <= side; ++i) {
    paint(top, left + i);
    paint(top + i, left);
    paint(top + side, left + i);
    paint(top + i, left + side);
  }
}

void draw_size(Grid& grid, const Thing& thing, std::size_t row) {
  for (std::size_t i = 1; i <= thing.size; ++i) grid.at(row, left_of(thing) + i) = kSizeMark;
}

void draw_thing(Grid& grid, const Thing& thing) {
  const std::string_view picture = kPictures[static_cast<std::size_t>(thing.shape)];
  for (std::size_t i = 0; i < picture.size(); ++i) {
    if (picture[i] == '.') continue;
    grid.at(top_of(thing) + 1 + i / kPictureSide, left_of(thing) + 1 + i % kPictureSide) =
        ink_of(thing);
  }
  draw_size(grid, thing, top_of(thing) + 1 + kPictureSide);
}

}  // namespace

Grid grid_of(const world::World& world) {
  ASSAY_CHECK(world.grid > 0 && world.grid <= kLargestWorld);
  const std::size_t side = kBlock * static_cast<std::size_t>(world.grid);
  Grid grid{side, side, std::vector<std::uint8_t>(side * side, kEmpty)};
  std::vector<Thing> boxes;
  for (const Thing& thing : world.things) {
    if (thing.is_box()) {
      boxes.push_back(thing);
    } else {
      draw_thing(grid, thing);
    }
  }
  // From the lowest to the one on top.
  std::sort(boxes.begin(), boxes.end(), [](const Thing& one, const Thing& other) {
    if (one.size != other.size) return one.size > other.size;
    if (one.cell.row != other.cell.row) return one.cell.row < other.cell.row;
    return one.cell.column < other.cell.column;
  });
  for (const Thing& box : boxes) draw_outline(grid, box);
  for (const Thing& box : boxes) {
    grid.at(top_of(box), left_of(box)) = ink_of(box);
    draw_size(grid, box, top_of(box));
  }
  return grid;
}

}  // namespace assay::arc
