#include "assay/grounded/deed_derivations.h"

#include <fmt/format.h>

#include "assay/grounded/rule_tables.h"

namespace assay::grounded {

namespace {

using world::Manner;
using world::Verb;

std::size_t sign(int difference) { return difference < 0 ? 0 : difference == 0 ? 1 : 2; }

}  // namespace

DeedDerivations::DeedDerivations(RuleTable& table, std::span<const Manner> manners,
                                 std::span<const Verb> handlings) {
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      bearings_[sign(down)][sign(right)] = add_meaning(
          table, fmt::format("to the {}", world::bearing({1, 1}, {1 + down, 1 + right})));
    }
  }
  goings_[number_of(Manner::kPlainly)] = add_meaning(table, "go");
  for (const Manner manner : manners) {
    goings_[number_of(manner)] = add_meaning(table, fmt::format("go {}", name_of(manner)));
  }
  for (const Verb verb : handlings) {
    handlings_[number_of(verb)] = {
        add_meaning(table, fmt::format("{} a light thing", name_of(verb))),
        add_meaning(table, fmt::format("{} a heavy thing", name_of(verb)))};
  }
}

NodeId DeedDerivations::write(NodeId found, const world::Thing& target, world::Cell agent,
                              Verb verb, Manner manner, RuleGraph& out) const {
  const NodeId where = out.apply(
      bearings_[sign(target.cell.row - agent.row)][sign(target.cell.column - agent.column)], {});
  const NodeId node = out.apply(goings_[number_of(manner)], {found, where});
  if (verb == Verb::kWalk) return node;
  return out.apply(handlings_[number_of(verb)][is_heavy(target) ? 1 : 0], {node});
}

}  // namespace assay::grounded
