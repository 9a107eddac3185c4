// What a drawing of a world is told, on paper and in the terminal.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "assay/grounded/thing_role.h"
#include "assay/world/actions.h"
#include "assay/world/world.h"

namespace assay::grounded {

struct WorldScene {
  const world::World& world;
  std::string_view command;
  std::size_t target = 0;  // among the world's things
  std::span<const world::Action> actions = {};
  std::span<const ThingRole> roles = {};  // one a thing, or none at all
  bool answer = true;  // false: neither target nor actions nor roles, so that it can be asked
};

// The numbers of the things by row, then by column, boxes first: in a world the target may come
// first, which nobody should see who is asked for it.
std::vector<std::size_t> by_cell(const world::World& world);

}  // namespace assay::grounded
