#include "assay/tasks/reascan/worlds/world_builder.h"

#include <algorithm>
#include <bit>

namespace assay::reascan {

using world::Cell;

void WorldBuilder::begin(int grid, Sampled& out) {
  grid_ = grid;
  out_ = &out;
  out.world.clear();
  out.world.grid = grid;
  out.roles.clear();
  out.metadata.relations.clear();
  out.metadata.attributes.clear();
  out.metadata.isomorphisms.clear();
  out.metadata.randoms.clear();
  resolver_.clear();
  taken_ = {};
  corners_ = {};
}

void WorldBuilder::put(world::Thing thing, Cell cell, ThingRole role) {
  thing.cell = cell;
  (thing.is_box() ? corners_ : taken_).add(cell);
  resolver_.add(thing);
  out_->world.things.push_back(thing);
  out_->roles.push_back(role);
}

bool WorldBuilder::has_room() const {
  const auto boxes = static_cast<std::size_t>(std::popcount(resolver_.boxes()));
  const auto side = static_cast<std::size_t>(grid_);
  return count() - boxes < side * side;
}

std::optional<Cell> WorldBuilder::free_cell(Stream& stream) const {
  if (!has_room()) return std::nullopt;
  const auto side = static_cast<std::uint64_t>(grid_);
  while (true) {
    const std::uint64_t number = stream.below(side * side);
    const Cell cell{static_cast<int>(number / side), static_cast<int>(number % side)};
    if (!taken_.has(cell)) return cell;
  }
}

namespace {

Cell in_line(Cell parent, Relation line, int at) {
  return line == Relation::kSameRow ? Cell{parent.row, at} : Cell{at, parent.column};
}

}  // namespace

std::optional<Cell> WorldBuilder::first_in_line(Cell parent, Relation line) const {
  for (int i = 0; i < grid_; ++i) {
    const Cell cell = in_line(parent, line, i);
    if (!taken_.has(cell)) return cell;
  }
  return std::nullopt;
}

std::optional<Cell> WorldBuilder::any_in_line(Stream& stream, Cell parent, Relation line) const {
  InlineVector<Cell, world::kLargestGrid> cells;
  for (int i = 0; i < grid_; ++i) {
    const Cell cell = in_line(parent, line, i);
    if (!taken_.has(cell)) cells.push_back(cell);
  }
  if (cells.empty()) return std::nullopt;
  return cells[stream.below(cells.size())];
}

std::optional<Cell> WorldBuilder::for_box(Stream& stream, int size,
                                          std::optional<Cell> inside) const {
  const int last = grid_ - size;
  const auto first_of = [&](int at) { return inside ? std::max(0, at - size + 1) : 0; };
  const auto last_of = [&](int at) { return inside ? std::min(last, at) : last; };
  const Cell within = inside.value_or(Cell{});
  // Counted, chosen, and counted again up to the choice.
  const auto cell_at = [&](std::uint64_t number, std::uint64_t& count) -> std::optional<Cell> {
    count = 0;
    for (int row = first_of(within.row); row <= last_of(within.row); ++row) {
      for (int column = first_of(within.column); column <= last_of(within.column); ++column) {
        if (!corners_.has({row, column}) && count++ == number) return Cell{row, column};
      }
    }
    return std::nullopt;
  };
  std::uint64_t count = 0;
  cell_at(~std::uint64_t{0}, count);
  if (count == 0) return std::nullopt;
  return cell_at(stream.below(count), count);
}

std::optional<Cell> WorldBuilder::inside_of(Stream& stream, const world::Thing& box) const {
  InlineVector<Cell, std::size_t{world::kLargestSize} * world::kLargestSize> cells;
  for (int row = box.cell.row; row < box.cell.row + box.size; ++row) {
    for (int column = box.cell.column; column < box.cell.column + box.size; ++column) {
      if (!taken_.has({row, column})) cells.push_back({row, column});
    }
  }
  if (cells.empty()) return std::nullopt;
  return cells[stream.below(cells.size())];
}

void WorldBuilder::go_back(const Mark& mark) {
  out_->world.things.resize(mark.count);
  out_->roles.resize(mark.count);
  resolver_ = mark.resolver;
  taken_ = mark.taken;
  corners_ = mark.corners;
}

}  // namespace assay::reascan
