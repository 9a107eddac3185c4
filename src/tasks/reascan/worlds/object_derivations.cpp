#include "assay/tasks/reascan/worlds/object_derivations.h"

#include <fmt/format.h>

#include <optional>

#include "assay/grounded/rule_tables.h"

namespace assay::reascan {

using grounded::add_grammar;
using grounded::add_meaning;
using grounded::number_of;

ObjectDerivations::ObjectDerivations(RuleTable& table)
    : plain_object_(add_grammar(table, "OBJ -> DET NP")),
      object_with_clauses_(add_grammar(table, "OBJ -> DET NP 'that is' CLAUSES")),
      clause_(add_grammar(table, "CLAUSES -> REL OBJ")),
      and_clause_(add_grammar(table, "CLAUSES -> CLAUSES 'and' REL OBJ")),
      adjective_(add_grammar(table, "NP -> ADJ NP")),
      noun_(add_grammar(table, "NP -> NOUN")) {
  for (std::size_t i = 0; i < nouns_.size(); ++i) {
    const std::string_view name = name_of(static_cast<Noun>(i));
    nouns_[i] = add_grammar(table, fmt::format("NOUN -> {}", name));
    shapes_[i] = add_meaning(table, name);
  }
  for (const auto colour : kColours) {
    const std::string_view name = world::name_of(colour);
    colour_words_[number_of(colour)] = add_grammar(table, fmt::format("ADJ -> {}", name));
    colours_[number_of(colour)] = add_meaning(table, name);
  }
  for (const auto size : {SizeWord::kBig, SizeWord::kSmall}) {
    const std::string_view name = name_of(size);
    size_words_[number_of(size)] = add_grammar(table, fmt::format("ADJ -> {}", name));
    compared_[number_of(size)] = add_meaning(table, name);
  }
  for (std::size_t i = 0; i < kRelations; ++i) {
    const std::string_view words = words_of(static_cast<Relation>(i));
    relation_words_[i] = add_grammar(table, fmt::format("REL -> {}", words));
    related_[i] = add_meaning(table, fmt::format("that is {}", words));
  }
}

NodeId ObjectDerivations::write_phrase(const Phrase& phrase, RuleGraph& out) const {
  NodeId node = out.apply(noun_, {out.apply(nouns_[number_of(phrase.noun)], {})});
  const auto add = [&](RuleId word) {
    const NodeId adjective = out.apply(word, {});
    node = out.apply(adjective_, {adjective, node});
  };
  if (phrase.colour) add(colour_words_[number_of(*phrase.colour)]);
  if (phrase.size != SizeWord::kNone) add(size_words_[number_of(phrase.size)]);
  return node;
}

NodeId ObjectDerivations::write(const Structure& structure, std::size_t object,
                                RuleGraph& out) const {
  const NodeId phrase = write_phrase(structure.phrases[object], out);
  std::optional<NodeId> clauses;
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    if (structure.clauses[i].parent != object) continue;
    const NodeId relation =
        out.apply(relation_words_[number_of(structure.clauses[i].relation)], {});
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
  NodeId node = out.apply(shapes_[number_of(phrase.noun)], {});
  if (phrase.colour) node = out.apply(colours_[number_of(*phrase.colour)], {node});
  if (phrase.size != SizeWord::kNone) node = out.apply(compared_[number_of(phrase.size)], {node});
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    if (structure.clauses[i].parent != object) continue;
    const NodeId child = find(structure, i + 1, out);
    node = out.apply(related_[number_of(structure.clauses[i].relation)], {node, child});
  }
  return node;
}

}  // namespace assay::reascan
