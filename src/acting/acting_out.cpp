#include "assay/acting/acting_out.h"

#include <algorithm>

namespace assay::acting {

namespace {

using world::Thing;

// Compass letters of the way: first the columns, then the rows, or in turns.
std::string way_to(const Thing& target, world::Cell agent, bool zigzag) {
  const int right = target.cell.column - agent.column;
  const int down = target.cell.row - agent.row;
  const std::string across(static_cast<std::size_t>(std::abs(right)), right > 0 ? 'E' : 'W');
  const std::string along(static_cast<std::size_t>(std::abs(down)), down > 0 ? 'S' : 'N');
  if (!zigzag) return across + along;
  std::string way;
  const std::size_t turns = std::min(across.size(), along.size());
  for (std::size_t i = 0; i < turns; ++i) {
    way += across[i];
    way += along[i];
  }
  // In line after the last step across: the rest is straight.
  return way + across.substr(turns) + along.substr(turns);
}

class Walker {
 public:
  Walker(std::string_view manner, world::Direction facing)
      : manner_(manner), facing_("ESWN"[static_cast<std::size_t>(facing)]) {}

  void step(char direction) {
    if (manner_ == "spinning") say("turn left,turn left,turn left,turn left");
    constexpr std::string_view kCompass = "ESWN";
    const std::size_t quarters = (kCompass.find(direction) + 4 - kCompass.find(facing_)) % 4;
    if (quarters == 1) say("turn right");
    if (quarters == 2) say("turn left,turn left");
    if (quarters == 3) say("turn left");
    facing_ = direction;
    if (manner_ == "cautiously") say("turn left,turn right,turn right,turn left");
    say("walk");
    if (manner_ == "hesitantly") say("stay");
  }

  void handle(std::string_view verb) {
    if (manner_ == "spinning") say("turn left,turn left,turn left,turn left");
    if (manner_ == "cautiously") say("turn left,turn right,turn right,turn left");
    say(verb);
    if (manner_ == "hesitantly") say("stay");
  }

  char facing() const { return facing_; }
  const std::string& said() const { return said_; }

 private:
  void say(std::string_view words) {
    if (!said_.empty()) said_ += ',';
    said_ += words;
  }

  std::string manner_;
  char facing_;
  std::string said_;
};

// How many cells are free from the target on, to where it is pushed or pulled.
int free_cells(const Thing& target, const world::World& world, char facing, bool push) {
  int down = facing == 'S' ? 1 : facing == 'N' ? -1 : 0;
  int right = facing == 'E' ? 1 : facing == 'W' ? -1 : 0;
  if (!push) {
    down = -down;
    right = -right;
  }
  for (int cells = 0;; ++cells) {
    const int row = target.cell.row + (cells + 1) * down;
    const int column = target.cell.column + (cells + 1) * right;
    if (row < 0 || column < 0 || row >= world.grid || column >= world.grid) return cells;
    for (const Thing& thing : world.things) {
      const bool there = thing.cell.row == row && thing.cell.column == column;
      if (there && world::name_of(thing.shape) != "box") return cells;
    }
  }
}

}  // namespace

std::string act_out(const world::World& world, const world::Thing& target, std::string_view verb,
                    std::string_view manner) {
  Walker walker(manner, world.facing);
  for (const char direction : way_to(target, world.agent, manner == "zigzagging")) {
    walker.step(direction);
  }
  if (verb == "walk") return walker.said();
  int times = free_cells(target, world, walker.facing(), verb == "push");
  if (target.size >= 3) times *= 2;
  for (; times > 0; --times) walker.handle(verb);
  return walker.said();
}

}  // namespace assay::acting
