#include "assay/tasks/gscan/solver.h"

#include <algorithm>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/world/world_text.h"

namespace assay::gscan {

namespace {

using world::Thing;

struct Words {
  std::string verb;
  std::string colour;
  std::string size;
  std::string noun;
  std::string manner;
};

Words parse(std::string_view command) {
  const auto words = split_words(command);
  std::size_t at = 0;
  const auto accept = [&](std::initializer_list<std::string_view> wanted) -> std::string {
    if (at == words.size() || std::find(wanted.begin(), wanted.end(), words[at]) == wanted.end()) {
      return "";
    }
    return std::string(words[at++]);
  };
  const auto refuse = [&](std::string_view wanted) {
    fail(ErrorKind::kInput, "the command has no {} at word {}: \"{}\"", wanted, at + 1,
         printable(command));
  };
  Words found;
  found.verb = accept({"walk", "push", "pull"});
  if (found.verb.empty()) refuse("verb");
  if (found.verb == "walk" && accept({"to"}).empty()) refuse("\"to\"");
  if (accept({"a"}).empty()) refuse("\"a\"");
  found.colour = accept({"red", "green", "blue", "yellow"});
  found.size = accept({"big", "small"});
  found.noun = accept({"circle", "cylinder", "square"});
  if (found.noun.empty()) refuse("noun");
  found.manner = accept({"cautiously", "hesitantly"});
  if (found.manner.empty() && !accept({"while"}).empty()) {
    found.manner = accept({"spinning", "zigzagging"});
    if (found.manner.empty()) refuse("manner");
  }
  if (at != words.size()) refuse("end");
  return found;
}

// The one thing that the words mean.
const Thing& find_target(const Words& words, const world::World& world) {
  std::vector<const Thing*> meant;
  for (const Thing& thing : world.things) {
    if (world::name_of(thing.shape) != words.noun) continue;
    if (!words.colour.empty() && world::name_of(thing.colour) != words.colour) continue;
    meant.push_back(&thing);
  }
  if (!words.size.empty() && !meant.empty()) {
    const auto smaller = [](const Thing* a, const Thing* b) { return a->size < b->size; };
    const auto [least, most] = std::minmax_element(meant.begin(), meant.end(), smaller);
    const int size = words.size == "small" ? (*least)->size : (*most)->size;
    std::erase_if(meant, [&](const Thing* thing) { return thing->size != size; });
  }
  if (meant.size() != 1) {
    fail(ErrorKind::kInput, "the command means {} in this world", counted(meant.size(), "thing"));
  }
  return *meant.front();
}

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
  Walker(const Words& words, world::Direction facing)
      : manner_(words.manner), facing_("ESWN"[static_cast<std::size_t>(facing)]) {}

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

  void handle(const std::string& verb) {
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

std::string solve(std::string_view input) {
  const world::InputText text = world::read_input(input);
  if (!text.problem.empty()) fail(ErrorKind::kInput, "{}", text.problem);
  const Words words = parse(text.command);
  const Thing& target = find_target(words, text.world);
  Walker walker(words, text.world.facing);
  for (const char direction : way_to(target, text.world.agent, words.manner == "zigzagging")) {
    walker.step(direction);
  }
  if (words.verb == "walk") return walker.said();
  int times = free_cells(target, text.world, walker.facing(), words.verb == "push");
  if (target.size >= 3) times *= 2;
  for (; times > 0; --times) walker.handle(words.verb);
  return walker.said();
}

}  // namespace assay::gscan
