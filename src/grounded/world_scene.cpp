#include "assay/grounded/world_scene.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace assay::grounded {

std::vector<std::size_t> by_cell(const world::World& world) {
  std::vector<std::size_t> order(world.things.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto place = [&](std::size_t i) {
    const world::Thing& thing = world.things[i];
    return std::make_tuple(thing.cell.row, thing.cell.column, !thing.is_box());
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t one, std::size_t other) { return place(one) < place(other); });
  return order;
}

}  // namespace assay::grounded
