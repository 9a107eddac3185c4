#include "assay/world/grid.h"

namespace assay::world {

std::string_view name_of(Direction direction) {
  constexpr std::array<std::string_view, 4> kNames{"east", "south", "west", "north"};
  return kNames[static_cast<std::size_t>(direction)];
}

std::string_view bearing(Cell from, Cell to) {
  constexpr std::array<std::array<std::string_view, 3>, 3> kNames{
      {{"nw", "n", "ne"}, {"w", "", "e"}, {"sw", "s", "se"}}};
  const auto sign = [](int difference) {
    return static_cast<std::size_t>(difference < 0 ? 0 : difference == 0 ? 1 : 2);
  };
  return kNames[sign(to.row - from.row)][sign(to.column - from.column)];
}

}  // namespace assay::world
