#include "assay/tasks/reascan/worlds/derivation.h"

#include <fmt/format.h>

namespace assay::reascan {

namespace {

using world::Manner;
using world::Verb;

constexpr std::array kManners{Manner::kZigzagging, Manner::kSpinning, Manner::kCautiously,
                              Manner::kHesitantly};

template <typename Kind>
std::size_t number(Kind kind) {
  return static_cast<std::size_t>(kind);
}

std::size_t sign(int difference) { return difference < 0 ? 0 : difference == 0 ? 1 : 2; }

}  // namespace

Derivations::Derivations() : objects_(table_) {
  const auto grammar = [&](std::string rule) {
    return table_.add(std::move(rule), RuleKind::kGrammar);
  };
  const auto meaning = [&](std::string_view what) {
    return table_.add(fmt::format("[{}]", what), RuleKind::kMeaning);
  };
  root_ = grammar("ROOT -> VP");
  with_adverb_ = grammar("VP -> VP ADV");
  intransitive_ = grammar("VP -> VV 'to' OBJ");
  transitive_ = grammar("VP -> VV OBJ");
  for (const Verb verb : {Verb::kWalk, Verb::kPush, Verb::kPull}) {
    verbs_[number(verb)] = grammar(fmt::format("VV -> {}", world::name_of(verb)));
  }
  for (const Manner manner : kManners) {
    adverbs_[number(manner)] = grammar(fmt::format("ADV -> {}", world::name_of(manner)));
  }
  for (std::size_t size = world::kSmallestSize; size <= world::kLargestSize; ++size) {
    sizes_[size] = meaning(fmt::format("size {}", size));
  }
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      bearings_[sign(down)][sign(right)] =
          meaning(fmt::format("to the {}", world::bearing({1, 1}, {1 + down, 1 + right})));
    }
  }
  goings_[number(Manner::kPlainly)] = meaning("go");
  for (const Manner manner : kManners) {
    goings_[number(manner)] = meaning(fmt::format("go {}", world::name_of(manner)));
  }
  for (const Verb verb : {Verb::kPush, Verb::kPull}) {
    const std::string_view word = world::name_of(verb);
    handlings_[number(verb)] = {meaning(fmt::format("{} a light thing", word)),
                                meaning(fmt::format("{} a heavy thing", word))};
  }
  join_ = table_.add("JOIN", RuleKind::kJoin);
}

void Derivations::write(const Structure& structure, Verb verb, Manner manner,
                        const world::World& world, RuleGraph& out) const {
  out.clear();
  const NodeId object = objects_.write(structure, 0, out);
  const NodeId verb_word = out.apply(verbs_[number(verb)], {});
  NodeId node = out.apply(verb == Verb::kWalk ? intransitive_ : transitive_, {verb_word, object});
  if (manner != Manner::kPlainly) {
    const NodeId adverb = out.apply(adverbs_[number(manner)], {});
    node = out.apply(with_adverb_, {node, adverb});
  }
  const NodeId root = out.apply(root_, {node});

  const world::Thing& target = world.things.front();
  node = objects_.find(structure, 0, out);
  node = out.apply(sizes_[target.size], {node});
  const NodeId where = out.apply(bearings_[sign(target.cell.row - world.agent.row)]
                                          [sign(target.cell.column - world.agent.column)],
                                 {});
  node = out.apply(goings_[number(manner)], {node, where});
  if (verb != Verb::kWalk) {
    node = out.apply(handlings_[number(verb)][is_heavy(target) ? 1 : 0], {node});
  }
  out.apply(join_, {root, node});
}

}  // namespace assay::reascan
