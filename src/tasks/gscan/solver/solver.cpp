#include "assay/tasks/gscan/solver/solver.h"

#include <algorithm>
#include <vector>

#include "assay/acting/acting_out.h"
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

// All things of that shape, and of that colour if there is one.
std::vector<const Thing*> things_of(const Words& words, const world::World& world) {
  std::vector<const Thing*> found;
  for (const Thing& thing : world.things) {
    if (world::name_of(thing.shape) != words.noun) continue;
    if (!words.colour.empty() && world::name_of(thing.colour) != words.colour) continue;
    found.push_back(&thing);
  }
  return found;
}

// The one thing that the words mean.
const Thing& find_target(const Words& words, const world::World& world) {
  std::vector<const Thing*> meant = things_of(words, world);
  if (!words.size.empty() && meant.size() == 1) {
    fail(ErrorKind::kInput, "the command says \"{}\", but this world has only one {}{}{}",
         words.size, words.colour, words.colour.empty() ? "" : " ", words.noun);
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

}  // namespace

namespace {

world::InputText read(std::string_view input) {
  world::InputText text = world::read_input(input);
  if (!text.problem.empty()) fail(ErrorKind::kInput, "{}", text.problem);
  return text;
}

}  // namespace

std::string solve_by_noun(std::string_view input, Stream& chance) {
  const world::InputText text = read(input);
  Words words = parse(text.command);
  words.colour.clear();
  const auto things = things_of(words, text.world);
  if (things.empty()) fail(ErrorKind::kInput, "this world has no {}", words.noun);
  const Thing& target = *things[chance.below(things.size())];
  return acting::act_out(text.world, target, words.verb, words.manner);
}

std::string solve(std::string_view input) {
  const world::InputText text = read(input);
  const Words words = parse(text.command);
  const Thing& target = find_target(words, text.world);
  return acting::act_out(text.world, target, words.verb, words.manner);
}

}  // namespace assay::gscan
