#include "assay/grounded/acting_shortcuts.h"

#include <algorithm>

#include "assay/world/actions.h"

namespace assay::grounded {

namespace {

std::string random_actions(const Example& row, Stream& chance) {
  const auto commas = static_cast<std::size_t>(std::ranges::count(row.target(), ','));
  std::vector<world::Action> actions(row.target().empty() ? 0 : commas + 1);
  for (world::Action& action : actions) {
    action = static_cast<world::Action>(chance.below(world::kActions));
  }
  std::string text;
  world::append_actions(text, actions);
  return text;
}

}  // namespace

std::vector<Shortcut> acting_shortcuts() {
  return {{.name = "words-only",
           .summary = "sees no world: commonest training answer to the command",
           .column = "command"},
          {.name = "random-actions",
           .summary = "actions drawn at random, as many as the target has",
           .answer = random_actions}};
}

}  // namespace assay::grounded
