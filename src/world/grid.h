// Square grids: cells, directions, sets of cells. Rows count from the north, columns from the west.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace assay::world {

inline constexpr int kLargestGrid = 16;

// Turning right is the next one.
enum class Direction : std::uint8_t { kEast, kSouth, kWest, kNorth };

inline Direction turned_right(Direction from, unsigned quarters = 1) {
  return static_cast<Direction>((static_cast<unsigned>(from) + quarters) % 4);
}
std::string_view name_of(Direction direction);

struct Cell {
  int row = 0;
  int column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

inline Cell next_cell(Cell from, Direction direction) {
  constexpr std::array<int, 4> kRows{0, 1, 0, -1};
  constexpr std::array<int, 4> kColumns{1, 0, -1, 0};
  const auto at = static_cast<std::size_t>(direction);
  return {from.row + kRows[at], from.column + kColumns[at]};
}

inline bool is_inside(Cell cell, int grid) {
  return cell.row >= 0 && cell.row < grid && cell.column >= 0 && cell.column < grid;
}

// Steps from one cell to another.
inline int distance(Cell from, Cell to) {
  return std::abs(from.row - to.row) + std::abs(from.column - to.column);
}

// Where `to` lies as seen from `from`: n, e, s, w, ne, se, sw, nw; empty for the same cell.
std::string_view bearing(Cell from, Cell to);

class CellSet {
 public:
  void add(Cell cell) { rows_[static_cast<std::size_t>(cell.row)] |= bit(cell); }
  void remove(Cell cell) {
    rows_[static_cast<std::size_t>(cell.row)] &= static_cast<std::uint16_t>(~bit(cell));
  }
  bool has(Cell cell) const { return (rows_[static_cast<std::size_t>(cell.row)] & bit(cell)) != 0; }

 private:
  static std::uint16_t bit(Cell cell) { return static_cast<std::uint16_t>(1U << cell.column); }

  std::array<std::uint16_t, kLargestGrid> rows_{};
};

}  // namespace assay::world
