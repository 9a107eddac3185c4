#include "assay/movement/simulation.h"

#include <algorithm>

#include "assay/movement/movement.h"

namespace assay::world {

bool Simulation::act(Action action) {
  switch (action) {
    case Action::kStay:
      return true;
    case Action::kTurnLeft:
      world_->facing = turned_right(world_->facing, 3);
      return true;
    case Action::kTurnRight:
      world_->facing = turned_right(world_->facing);
      return true;
    case Action::kWalk:
      return walk();
    case Action::kPush:
      return move(action, world_->facing);
    case Action::kPull:
      break;
  }
  return move(action, turned_right(world_->facing, 2));
}

bool Simulation::walk() {
  const Cell ahead = next_cell(world_->agent, world_->facing);
  if (!is_inside(ahead, world_->grid)) return false;
  world_->agent = ahead;
  half_done_ = false;
  return true;
}

bool Simulation::move(Action action, Direction way) {
  const auto thing = std::find_if(
      world_->things.begin(), world_->things.end(),
      [&](const Thing& other) { return !other.is_box() && other.cell == world_->agent; });
  if (thing == world_->things.end()) return false;
  const Cell ahead = next_cell(world_->agent, way);
  if (!is_inside(ahead, world_->grid) || taken_cells(*world_).has(ahead)) return false;
  if (is_heavy(*thing) && !(half_done_ && half_action_ == action && half_way_ == way)) {
    half_done_ = true;
    half_action_ = action;
    half_way_ = way;
    return true;
  }
  half_done_ = false;
  thing->cell = ahead;
  world_->agent = ahead;
  return true;
}

Simulated simulate(const World& world, std::span<const Action> actions) {
  Simulated run{world, 0, {}};
  Simulation simulation(run.world);
  for (; run.done < actions.size(); ++run.done) {
    const Cell before = run.world.agent;
    if (!simulation.act(actions[run.done])) break;
    run.cells.push_back(before);
  }
  return run;
}

}  // namespace assay::world
