#include "assay/tasks/arc/derivation.h"

#include <fmt/format.h>

#include <optional>

namespace assay::arc {

namespace {

using reascan::Noun;
using reascan::Relation;
using reascan::SizeWord;

template <typename Kind>
std::size_t number(Kind kind) {
  return static_cast<std::size_t>(kind);
}

}  // namespace

// Shapes have the numbers of their nouns.
Derivations::Derivations() {
  const auto grammar = [&](std::string rule) {
    return table_.add(std::move(rule), RuleKind::kGrammar);
  };
  const auto meaning = [&](std::string_view what) {
    return table_.add(fmt::format("[{}]", what), RuleKind::kMeaning);
  };
  root_ = grammar("RULE -> OP OBJ");
  draw_ = grammar("OP -> 'draw' COLOR");
  change_ = grammar("OP -> 'change to a' NOUN");
  remove_ = grammar("OP -> 'remove'");
  both_ = grammar("OP -> OP 'and' OP");
  plain_object_ = grammar("OBJ -> DET NP");
  object_with_clauses_ = grammar("OBJ -> DET NP 'that is' CLAUSES");
  clause_ = grammar("CLAUSES -> REL OBJ");
  and_clause_ = grammar("CLAUSES -> CLAUSES 'and' REL OBJ");
  adjective_ = grammar("NP -> ADJ NP");
  noun_ = grammar("NP -> NOUN");
  for (std::size_t i = 0; i < kNouns; ++i) {
    const std::string_view name = reascan::name_of(static_cast<Noun>(i));
    nouns_[i] = grammar(fmt::format("NOUN -> {}", name));
    shapes_[i] = meaning(name);
    if (i < number(Noun::kBox)) changed_[i] = meaning(fmt::format("change to a {}", name));
  }
  for (const auto colour : reascan::kColours) {
    const std::string_view name = world::name_of(colour);
    colour_words_[number(colour)] = grammar(fmt::format("COLOR -> {}", name));
    colours_[number(colour)] = meaning(name);
    drawn_[number(colour)] = meaning(fmt::format("draw {}", name));
  }
  for (const auto size : {SizeWord::kBig, SizeWord::kSmall}) {
    size_words_[number(size)] = grammar(fmt::format("SIZE -> {}", world::name_of(size)));
    compared_[number(size)] = meaning(world::name_of(size));
  }
  for (std::size_t i = 0; i < reascan::kRelations; ++i) {
    const std::string_view words = words_of(static_cast<Relation>(i));
    relation_words_[i] = grammar(fmt::format("REL -> {}", words));
    related_[i] = meaning(fmt::format("that is {}", words));
  }
  removed_ = meaning("remove");
  join_ = table_.add("JOIN", RuleKind::kJoin);
}

NodeId Derivations::write_operation(const Operation& operation, RuleGraph& out) const {
  std::optional<NodeId> node;
  if (operation.colour) {
    node = out.apply(draw_, {out.apply(colour_words_[number(*operation.colour)], {})});
  }
  if (operation.shape) {
    const NodeId change = out.apply(change_, {out.apply(nouns_[number(*operation.shape)], {})});
    node = node ? out.apply(both_, {*node, change}) : change;
  }
  return node ? *node : out.apply(remove_, {});
}

NodeId Derivations::write_phrase(const reascan::Phrase& phrase, RuleGraph& out) const {
  NodeId node = out.apply(noun_, {out.apply(nouns_[number(phrase.noun)], {})});
  const auto add = [&](RuleId word) {
    const NodeId adjective = out.apply(word, {});
    node = out.apply(adjective_, {adjective, node});
  };
  if (phrase.colour) add(colour_words_[number(*phrase.colour)]);
  if (phrase.size != SizeWord::kNone) add(size_words_[number(phrase.size)]);
  return node;
}

NodeId Derivations::write_object(const reascan::Structure& structure, std::size_t object,
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
NodeId Derivations::find_object(const reascan::Structure& structure, std::size_t object,
                                RuleGraph& out) const {
  const reascan::Phrase& phrase = structure.phrases[object];
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

void Derivations::write(const reascan::Structure& structure, const Operation& operation,
                        RuleGraph& out) const {
  out.clear();
  const NodeId words = write_operation(operation, out);
  const NodeId object = write_object(structure, 0, out);
  const NodeId root = out.apply(root_, {words, object});
  NodeId node = find_object(structure, 0, out);
  if (operation.colour) node = out.apply(drawn_[number(*operation.colour)], {node});
  if (operation.shape) node = out.apply(changed_[number(*operation.shape)], {node});
  if (operation.kind() == OperationKind::kRemove) node = out.apply(removed_, {node});
  out.apply(join_, {root, node});
}

}  // namespace assay::arc
