#include "assay/tasks/reascan/worlds/derivation.h"

#include <fmt/format.h>

#include <utility>

#include "assay/grounded/rule_tables.h"

namespace assay::reascan {

namespace {

using grounded::number_of;
using world::Manner;
using world::Verb;

constexpr std::array kManners{Manner::kZigzagging, Manner::kSpinning, Manner::kCautiously,
                              Manner::kHesitantly};

}  // namespace

Derivations::Derivations() : objects_(table_) {
  const auto grammar = [&](std::string rule) {
    return grounded::add_grammar(table_, std::move(rule));
  };
  root_ = grammar("ROOT -> VP");
  with_adverb_ = grammar("VP -> VP ADV");
  intransitive_ = grammar("VP -> VV 'to' OBJ");
  transitive_ = grammar("VP -> VV OBJ");
  for (const Verb verb : {Verb::kWalk, Verb::kPush, Verb::kPull}) {
    verbs_[number_of(verb)] = grammar(fmt::format("VV -> {}", world::name_of(verb)));
  }
  for (const Manner manner : kManners) {
    adverbs_[number_of(manner)] = grammar(fmt::format("ADV -> {}", world::name_of(manner)));
  }
  for (std::size_t size = world::kSmallestSize; size <= world::kLargestSize; ++size) {
    sizes_[size] = grounded::add_meaning(table_, fmt::format("size {}", size));
  }
  deeds_ = grounded::DeedDerivations(table_, kManners, std::array{Verb::kPush, Verb::kPull});
  join_ = table_.add("JOIN", RuleKind::kJoin);
}

void Derivations::write(const Structure& structure, Verb verb, Manner manner,
                        const world::World& world, RuleGraph& out) const {
  out.clear();
  const NodeId object = objects_.write(structure, 0, out);
  const NodeId verb_word = out.apply(verbs_[number_of(verb)], {});
  NodeId node = out.apply(verb == Verb::kWalk ? intransitive_ : transitive_, {verb_word, object});
  if (manner != Manner::kPlainly) {
    const NodeId adverb = out.apply(adverbs_[number_of(manner)], {});
    node = out.apply(with_adverb_, {node, adverb});
  }
  const NodeId root = out.apply(root_, {node});

  const world::Thing& target = world.things.front();
  node = objects_.find(structure, 0, out);
  node = out.apply(sizes_[target.size], {node});
  node = deeds_.write(node, target, world.agent, verb, manner, out);
  out.apply(join_, {root, node});
}

}  // namespace assay::reascan
