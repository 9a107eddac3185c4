#include "assay/tasks/reascan/worlds/object_derivations.h"

#include <fmt/format.h>

#include <optional>

namespace assay::reascan {

namespace {

template <typename Kind>
std::size_t number(Kind kind) {
  return static_cast<std::size_t>(kind);
}

RuleId grammar(RuleTable& table, std::string rule) {
  return table.add(std::move(rule), RuleKind::kGrammar);
}

RuleId meaning(RuleTable& table, std::string_view what) {
  return table.add(fmt::format("[{}]", what), RuleKind::kMeaning);
}

}  // namespace

ObjectDerivations::ObjectDerivations(RuleTable& table)
    : plain_object_(grammar(table, "OBJ -> DET NP")),
      object_with_clauses_(grammar(table, "OBJ -> DET NP 'that is' CLAUSES")),
      clause_(grammar(table, "CLAUSES -> REL OBJ")),
      and_clause_(grammar(table, "CLAUSES -> CLAUSES 'and' REL OBJ")),
      adjective_(grammar(table, "NP -> ADJ NP")),
      noun_(grammar(table, "NP -> NOUN")) {
  for (std::size_t i = 0; i < nouns_.size(); ++i) {
    const std::string_view name = name_of(static_cast<Noun>(i));
    nouns_[i] = grammar(table, fmt::format("NOUN -> {}", name));
    shapes_[i] = meaning(table, name);
  }
  for (const auto colour : kColours) {
    const std::string_view name = world::name_of(colour);
    colour_words_[number(colour)] = grammar(table, fmt::format("ADJ -> {}", name));
    colours_[number(colour)] = meaning(table, name);
  }
  for (const auto size : {SizeWord::kBig, SizeWord::kSmall}) {
    const std::string_view name = name_of(size);
    size_words_[number(size)] = grammar(table, fmt::format("ADJ -> {}", name));
    compared_[number(size)] = meaning(table, name);
  }
  for (std::size_t i = 0; i < kRelations; ++i) {
    const std::string_view words = words_of(static_cast<Relation>(i));
    relation_words_[i] = grammar(table, fmt::format("REL -> {}", words));
    related_[i] = meaning(table, fmt::format("that is {}", words));
  }
}

NodeId ObjectDerivations::write_phrase(const Phrase& phrase, RuleGraph& out) const {
  NodeId node = out.apply(noun_, {out.apply(nouns_[number(phrase.noun)], {})});
  const auto add = [&](RuleId word) {
    const NodeId adjective = out.apply(word, {});
    node = out.apply(adjective_, {adjective, node});
  };
  if (phrase.colour) add(colour_words_[number(*phrase.colour)]);
  if (phrase.size != SizeWord::kNone) add(size_words_[number(phrase.size)]);
  return node;
}

NodeId ObjectDerivations::write(const Structure& structure, std::size_t object,
                                RuleGraph& out) const {
  const NodeId phrase = write_phrase(structure.phrases[object], out);
  std::optional<NodeId> clauses;
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    if (structure.clauses[i].parent != object) continue;
    const NodeId relation = out.apply(relation_words_[number(structure.clauses[i].relation)], {});
    const NodeId child = write(structure, i + 1, out);
    clauses = clauses ? out.apply(and_clause_, {*clauses, relation, child})
                      : out.apply(clause_, {relation, child});
  }
  return clauses ? out.apply(object_with_clauses_, {phrase, *clauses})
                 : out.apply(plain_object_, {phrase});
}

NodeId ObjectDerivations::find(const Structure& structure, std::size_t object,
                               RuleGraph& out) const {
  const Phrase& phrase = structure.phrases[object];
  NodeId node = out.apply(shapes_[number(phrase.noun)], {});
  if (phrase.colour) node = out.apply(colours_[number(*phrase.colour)], {node});
  if (phrase.size != SizeWord::kNone) node = out.apply(compared_[number(phrase.size)], {node});
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    if (structure.clauses[i].parent != object) continue;
    const NodeId child = find(structure, i + 1, out);
    node = out.apply(related_[number(structure.clauses[i].relation)], {node, child});
  }
  return node;
}

}  // namespace assay::reascan
