#include "assay/tasks/arc/solver/grid_reader.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "assay/tasks/arc/grids/glyphs.h"

namespace assay::arc {

namespace {

using world::Colour;
using world::Shape;
using world::Thing;

std::optional<Colour> colour_of(std::uint8_t ink) {
  for (std::size_t i = 0; i < kInks.size(); ++i) {
    if (kInks[i] == ink) return static_cast<Colour>(i);
  }
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(const Grid& grid) : grid_(grid) {}

  GridWorld read() {
    if (grid_.rows != grid_.columns || grid_.rows == 0 || grid_.rows % kBlock != 0) {
      found_.problem = fmt::format("a grid of {} by {} is no world", grid_.rows, grid_.columns);
      return found_;
    }
    found_.world.grid = static_cast<int>(grid_.rows / kBlock);
    for (int row = 0; row < found_.world.grid; ++row) {
      for (int column = 0; column < found_.world.grid; ++column) {
        read_corner({row, column});
        read_thing({row, column});
        if (!found_.problem.empty()) return found_;
      }
    }
    check_outlines();
    return found_;
  }

 private:
  std::uint8_t look(world::Cell block, std::size_t down, std::size_t right) const {
    return grid_.at(static_cast<std::size_t>(block.row) * kBlock + down,
                    static_cast<std::size_t>(block.column) * kBlock + right);
  }

  void refuse(world::Cell block, std::string_view what) {
    if (!found_.problem.empty()) return;
    found_.problem =
        fmt::format("the block at row {}, column {}: {}", block.row, block.column, what);
  }

  // How many size marks begin a row of a block behind its first cell.
  std::uint8_t count_marks(world::Cell block, std::size_t down) const {
    std::uint8_t marks = 0;
    while (marks + 1U < kBlock && look(block, down, marks + 1U) == kSizeMark) ++marks;
    return marks;
  }

  // Size marks in the first row of a block: only the corner of a box has them.
  void read_corner(world::Cell block) {
    const std::uint8_t size = count_marks(block, 0);
    if (size == 0) return;
    const auto colour = colour_of(look(block, 0, 0));
    if (!colour) return refuse(block, "a box has no colour");
    if (block.row + size > found_.world.grid || block.column + size > found_.world.grid) {
      return refuse(block, "a box does not fit into the grid");
    }
    found_.world.things.push_back({Shape::kBox, *colour, size, block});
  }

  void read_thing(world::Cell block) {
    std::string seen;
    std::uint8_t ink = kEmpty;
    for (std::size_t down = 1; down < kBlock - 1; ++down) {
      for (std::size_t right = 1; right < kBlock; ++right) {
        const std::uint8_t cell = look(block, down, right);
        if (cell != kEmpty && ink == kEmpty) ink = cell;
        if (cell != kEmpty && (cell != ink || right == kBlock - 1)) {
          return refuse(block, "something else than a picture");
        }
        if (right < kBlock - 1) seen += cell == kEmpty ? '.' : 'X';
      }
    }
    const std::uint8_t size = count_marks(block, kBlock - 1);
    for (std::size_t right = size + 1U; right < kBlock; ++right) {
      if (look(block, kBlock - 1, right) != kEmpty) {
        return refuse(block, "something else than a size");
      }
    }
    if (ink == kEmpty) {
      if (size > 0) refuse(block, "a size without a picture");
      return;
    }
    const auto colour = colour_of(ink);
    for (std::size_t shape = 0; colour && size > 0 && shape < kPictures.size(); ++shape) {
      if (kPictures[shape] != seen) continue;
      found_.world.things.push_back({static_cast<Shape>(shape), *colour, size, block});
      return;
    }
    refuse(block, "a picture of nothing known");
  }

  // Whether the outline of a box goes through a cell of the grid.
  static bool runs_through(const Thing& box, int row, int column) {
    const int side = static_cast<int>(kBlock);
    const int down = row - box.cell.row * side;
    const int right = column - box.cell.column * side;
    const int last = box.size * side;
    if (down < 0 || right < 0 || down > last || right > last) return false;
    return down == 0 || right == 0 || down == last || right == last;
  }

  // Whether a cell belongs to the corner of a box, which is read already.
  bool is_corner(int row, int column) const {
    const int side = static_cast<int>(kBlock);
    for (const Thing& thing : found_.world.things) {
      const int right = column - thing.cell.column * side;
      if (thing.is_box() && row == thing.cell.row * side && right >= 0 && right <= thing.size) {
        return true;
      }
    }
    return false;
  }

  // All cells between things show the box on top there, if any.
  void check_outlines() {
    const int side = static_cast<int>(kBlock);
    const int last = found_.world.grid * side;
    for (int row = 0; row < last; ++row) {
      for (int column = 0; column < last; ++column) {
        if ((row % side != 0 && column % side != 0) || is_corner(row, column)) continue;
        const Thing* top = nullptr;
        for (const Thing& thing : found_.world.things) {  // later ones lie over earlier ones
          if (!thing.is_box() || !runs_through(thing, row, column)) continue;
          if (top == nullptr || thing.size <= top->size) top = &thing;
        }
        const std::uint8_t wanted =
            top == nullptr ? kEmpty : kInks[static_cast<std::size_t>(top->colour)];
        const std::uint8_t there =
            grid_.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
        if (there != wanted) refuse({row / side, column / side}, "a line that is no box's");
      }
    }
  }

  const Grid& grid_;
  GridWorld found_;
};

}  // namespace

GridWorld read_world(const Grid& grid) { return Reader(grid).read(); }

}  // namespace assay::arc
