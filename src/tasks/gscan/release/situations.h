// Where agent and target stand, and what else stands there (Ruis et al. 2020, section 4).
#pragma once

#include <cstdint>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/gscan/release/commands.h"
#include "assay/world/world.h"

namespace assay::gscan {

struct Placement {
  world::Cell agent;
  world::Cell target;
  friend bool operator==(const Placement&, const Placement&) = default;
};

// A plan of placements: every direction and every distance in it, each so many times.
class PlacementPlan {
 public:
  // `samples` of each, but one of the nearest and farthest in a line, and of the farthest corner.
  PlacementPlan(int grid, int samples);

  std::size_t size() const { return entries_.size(); }
  // n, e, s, w, ne, se, sw, nw: where the target lies as seen from the agent.
  std::string_view bearing(std::size_t place) const;
  // Everything that fits is equally likely.
  Placement draw(Stream& stream, std::size_t place) const;

 private:
  struct Entry {
    std::uint8_t direction;
    std::uint8_t distance;
  };

  int grid_;
  std::vector<Entry> entries_;
};

// Adds the other things to a world that has the agent and, as its only thing, the target: those
// without which the phrase would say too much, and half of the groups that it could be confused
// with.
void add_others(Stream& stream, const Phrase& phrase, world::World& world);

}  // namespace assay::gscan
