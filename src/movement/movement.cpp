#include "assay/movement/movement.h"

#include <array>

namespace assay::world {

namespace {

class Agent {
 public:
  Agent(const World& world, Manner manner, std::vector<Action>& out)
      : world_(world), manner_(manner), cell_(world.agent), facing_(world.facing), out_(out) {}

  void go_to(Cell target) {
    if (manner_ == Manner::kZigzagging) {
      for (bool across = true; !in_line(target); across = !across) step_towards(target, across);
    }
    while (cell_.column != target.column) step_towards(target, true);
    while (cell_.row != target.row) step_towards(target, false);
  }

  // Moves the thing on which the agent stands as far as it goes.
  void move(const Thing& thing, Verb verb) {
    const Direction way = verb == Verb::kPush ? facing_ : turned_right(facing_, 2);
    const CellSet taken = taken_cells(world_);
    for (Cell ahead = next_cell(cell_, way); is_inside(ahead, world_.grid) && !taken.has(ahead);
         ahead = next_cell(cell_, way)) {
      for (int times = is_heavy(thing) ? 2 : 1; times > 0; --times) {
        if (manner_ == Manner::kSpinning) spin();
        if (manner_ == Manner::kCautiously) look_around();
        out_.push_back(verb == Verb::kPush ? Action::kPush : Action::kPull);
        if (manner_ == Manner::kHesitantly) out_.push_back(Action::kStay);
      }
      cell_ = ahead;
    }
  }

 private:
  bool in_line(Cell target) const {
    return cell_.row == target.row || cell_.column == target.column;
  }

  void step_towards(Cell target, bool across) {
    const Direction way = across
                              ? (target.column > cell_.column ? Direction::kEast : Direction::kWest)
                              : (target.row > cell_.row ? Direction::kSouth : Direction::kNorth);
    if (manner_ == Manner::kSpinning) spin();
    turn(way);
    if (manner_ == Manner::kCautiously) look_around();
    out_.push_back(Action::kWalk);
    if (manner_ == Manner::kHesitantly) out_.push_back(Action::kStay);
    cell_ = next_cell(cell_, way);
  }

  void turn(Direction way) {
    if (way == turned_right(facing_)) {
      out_.push_back(Action::kTurnRight);
    } else {
      while (facing_ != way) {
        out_.push_back(Action::kTurnLeft);
        facing_ = turned_right(facing_, 3);
      }
    }
    facing_ = way;
  }

  void spin() { out_.insert(out_.end(), 4, Action::kTurnLeft); }
  void look_around() {
    for (const Action action :
         {Action::kTurnLeft, Action::kTurnRight, Action::kTurnRight, Action::kTurnLeft}) {
      out_.push_back(action);
    }
  }

  const World& world_;
  Manner manner_;
  Cell cell_;
  Direction facing_;
  std::vector<Action>& out_;
};

}  // namespace

std::string_view name_of(Verb verb) {
  constexpr std::array<std::string_view, 3> kNames{"walk", "push", "pull"};
  return kNames[static_cast<std::size_t>(verb)];
}

std::string_view name_of(Manner manner) {
  constexpr std::array<std::string_view, 5> kNames{"", "while zigzagging", "while spinning",
                                                   "cautiously", "hesitantly"};
  return kNames[static_cast<std::size_t>(manner)];
}

bool is_heavy(const Thing& thing) { return thing.size > (kSmallestSize + kLargestSize) / 2; }

CellSet taken_cells(const World& world) {
  CellSet cells;
  for (const Thing& thing : world.things) {
    if (!thing.is_box()) cells.add(thing.cell);
  }
  return cells;
}

void plan(const World& world, std::size_t target, Verb verb, Manner manner,
          std::vector<Action>& out) {
  out.clear();
  Agent agent(world, manner, out);
  agent.go_to(world.things[target].cell);
  if (verb != Verb::kWalk) agent.move(world.things[target], verb);
}

}  // namespace assay::world
