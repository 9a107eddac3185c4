// Doing what a list of actions says, whether it is sensible or not.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "assay/world/actions.h"
#include "assay/world/world.h"

namespace assay::world {

struct Simulated {
  World world;              // as it is then
  std::size_t done = 0;     // actions before the first that is impossible; all of them if none is
  std::vector<Cell> cells;  // where the agent was before each of these
};

// Walking off the grid is impossible, and so is pushing or pulling where nothing stands or
// something is in the way. A heavy thing moves at the second of two pushes or pulls the same way,
// with nothing but turns and stays between them.
class Simulation {
 public:
  // The world is changed, and must outlive this.
  explicit Simulation(World& world) : world_(&world) {}

  // False, and nothing changes, for an action that is impossible.
  bool act(Action action);

 private:
  bool walk();
  bool move(Action action, Direction way);

  World* world_;
  bool half_done_ = false;  // a heavy thing was pushed or pulled once
  Action half_action_ = Action::kPush;
  Direction half_way_ = Direction::kEast;
};

// The same of a whole list.
Simulated simulate(const World& world, std::span<const Action> actions);

}  // namespace assay::world
