#include "assay/tasks/reascan/derivation.h"

#include <fmt/format.h>

namespace assay::reascan {

namespace {

using world::Manner;
using world::Verb;

constexpr std::array kManners{Manner::kZigzagging, Manner::kSpinning, Manner::kCautiously,
                              Manner::kHesitantly};
constexpr std::array kSizeWords{SizeWord::kBig, SizeWord::kSmall};

template <typename Kind>
std::size_t number(Kind kind) {
  return static_cast<std::size_t>(kind);
}

std::size_t sign(int difference) { return difference < 0 ? 0 : difference == 0 ? 1 : 2; }

}  // namespace

Derivations::Derivations() {
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
  plain_object_ = grammar("OBJ -> DET NP");
  object_with_clauses_ = grammar("OBJ -> DET NP 'that is' CLAUSES");
  clause_ = grammar("CLAUSES -> REL OBJ");
  and_clause_ = grammar("CLAUSES -> CLAUSES 'and' REL OBJ");
  adjective_ = grammar("NP -> ADJ NP");
  noun_ = grammar("NP -> NOUN");
  for (const Verb verb : {Verb::kWalk, Verb::kPush, Verb::kPull}) {
    verbs_[number(verb)] = grammar(fmt::format("VV -> {}", world::name_of(verb)));
  }
  for (const Manner manner : kManners) {
    adverbs_[number(manner)] = grammar(fmt::format("ADV -> {}", world::name_of(manner)));
  }
  for (std::size_t i = 0; i < nouns_.size(); ++i) {
    nouns_[i] = grammar(fmt::format("NOUN -> {}", name_of(static_cast<Noun>(i))));
  }
  for (const auto colour : kColours) {
    colour_words_[number(colour)] = grammar(fmt::format("ADJ -> {}", world::name_of(colour)));
  }
  for (const auto size : kSizeWords) {
    size_words_[number(size)] = grammar(fmt::format("ADJ -> {}", name_of(size)));
  }
  for (std::size_t i = 0; i < kRelations; ++i) {
    relation_words_[i] = grammar(fmt::format("REL -> {}", words_of(static_cast<Relation>(i))));
  }

  for (std::size_t i = 0; i < shapes_.size(); ++i)
    shapes_[i] = meaning(name_of(static_cast<Noun>(i)));
  for (const auto colour : kColours) colours_[number(colour)] = meaning(world::name_of(colour));
  for (const auto size : kSizeWords) compared_[number(size)] = meaning(name_of(size));
  for (std::size_t i = 0; i < kRelations; ++i) {
    related_[i] = meaning(fmt::format("that is {}", words_of(static_cast<Relation>(i))));
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

NodeId Derivations::write_phrase(const Phrase& phrase, RuleGraph& out) const {
  NodeId node = out.apply(noun_, {out.apply(nouns_[number(phrase.noun)], {})});
  const auto add = [&](RuleId word) {
    const NodeId adjective = out.apply(word, {});
    node = out.apply(adjective_, {adjective, node});
  };
  if (phrase.colour) add(colour_words_[number(*phrase.colour)]);
  if (phrase.size != SizeWord::kNone) add(size_words_[number(phrase.size)]);
  return node;
}

NodeId Derivations::write_object(const Structure& structure, std::size_t object,
                                 RuleGraph& out) const {
  const NodeId phrase = write_phrase(structure.phrases[object], out);
  std::optional<NodeId> clauses;
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    if (structure.clauses[i].parent != object) continue;
    const NodeId relation = out.apply(relation_words_[number(structure.clauses[i].relation)], {});
    const NodeId child = write_object(structure, i + 1, out);
    clauses = clauses ? out.apply(and_clause_, {*clauses, relation, child})
                      : out.apply(clause_, {relation, child});
  }
  return clauses ? out.apply(object_with_clauses_, {phrase, *clauses})
                 : out.apply(plain_object_, {phrase});
}

// Things of a shape, of a colour among them, small or big among these; then those that are related
// to what was found for each clause.
NodeId Derivations::find_object(const Structure& structure, std::size_t object,
                                RuleGraph& out) const {
  const Phrase& phrase = structure.phrases[object];
  NodeId node = out.apply(shapes_[number(phrase.noun)], {});
  if (phrase.colour) node = out.apply(colours_[number(*phrase.colour)], {node});
  if (phrase.size != SizeWord::kNone) node = out.apply(compared_[number(phrase.size)], {node});
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    if (structure.clauses[i].parent != object) continue;
    const NodeId child = find_object(structure, i + 1, out);
    node = out.apply(related_[number(structure.clauses[i].relation)], {node, child});
  }
  return node;
}

void Derivations::write(const Structure& structure, Verb verb, Manner manner,
                        const world::World& world, RuleGraph& out) const {
  out.clear();
  const NodeId object = write_object(structure, 0, out);
  const NodeId verb_word = out.apply(verbs_[number(verb)], {});
  NodeId node = out.apply(verb == Verb::kWalk ? intransitive_ : transitive_, {verb_word, object});
  if (manner != Manner::kPlainly) {
    const NodeId adverb = out.apply(adverbs_[number(manner)], {});
    node = out.apply(with_adverb_, {node, adverb});
  }
  const NodeId root = out.apply(root_, {node});

  const world::Thing& target = world.things.front();
  node = find_object(structure, 0, out);
  node = out.apply(sizes_[target.size], {node});
  const NodeId where = out.apply(bearings_[sign(target.cell.row - world.agent.row)]
                                          [sign(target.cell.column - world.agent.column)],
                                 {});
  node = out.apply(goings_[number(manner)], {node, where});
  if (verb != Verb::kWalk) {
    node = out.apply(handlings_[number(verb)][target.is_heavy() ? 1 : 0], {node});
  }
  out.apply(join_, {root, node});
}

}  // namespace assay::reascan
