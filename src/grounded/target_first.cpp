#include "assay/grounded/target_first.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay::grounded {

void put_target_first(world::World& world, std::size_t target) {
  const auto at = world.things.begin() + static_cast<std::ptrdiff_t>(target);
  if (at->cell == world.agent) {
    fail(ErrorKind::kInput, "the agent stands on the target: there is nowhere to go");
  }
  std::rotate(world.things.begin(), at, at + 1);
}

}  // namespace assay::grounded
