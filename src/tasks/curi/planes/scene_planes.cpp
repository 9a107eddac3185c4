#include "assay/tasks/curi/planes/scene_planes.h"

namespace assay::curi {

namespace {

Plane is_one_of(const ByThing& things, std::size_t without) {
  Plane any{};
  for (std::size_t thing = 0; thing < kMostThings; ++thing) {
    if (thing != without) any |= things[thing];
  }
  return any;
}

SetPlanes set_planes(const ByThing& there, const ByThing& has, std::size_t without) {
  SetPlanes set{every_scene(), kNoScene, {}};
  for (std::size_t thing = 0; thing < kMostThings; ++thing) {
    if (thing == without) continue;
    set.all &= has[thing] | ~there[thing];
    set.any |= has[thing];
    Plane carry = has[thing];
    for (Plane& digit : set.count) {
      const Plane next = digit & carry;
      digit ^= carry;
      carry = next;
    }
  }
  set.all &= is_one_of(there, without);
  return set;
}

}  // namespace

void ScenePlanes::load(std::span<const Looks> scenes) {
  there = {};
  has = {};
  for (std::size_t scene = 0; scene < scenes.size(); ++scene) {
    for (std::size_t thing = 0; thing < scenes[scene].count; ++thing) {
      there[thing].add(scene);
      const Look& look = scenes[scene].things[thing];
      for (std::size_t at = 0; at < kProperties; ++at) {
        has[value_row(static_cast<Property>(at), look.values[at])][thing].add(scene);
      }
    }
  }
  for (std::size_t row = 0; row < kValueRows; ++row) {
    everything[row] = set_planes(there, has[row], kMostThings);
    for (std::size_t x = 0; x < kMostThings; ++x) {
      others[row][x] = set_planes(there, has[row], x);
    }
  }
}

}  // namespace assay::curi
