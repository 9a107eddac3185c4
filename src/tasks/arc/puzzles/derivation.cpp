#include "assay/tasks/arc/puzzles/derivation.h"

#include <fmt/format.h>

#include <optional>

namespace assay::arc {

namespace {

template <typename Kind>
std::size_t number(Kind kind) {
  return static_cast<std::size_t>(kind);
}

}  // namespace

Derivations::Derivations() : objects_(table_) {
  const auto grammar = [&](std::string rule) {
    return table_.add(std::move(rule), RuleKind::kGrammar);
  };
  const auto meaning = [&](std::string_view what) {
    return table_.add(fmt::format("[{}]", what), RuleKind::kMeaning);
  };
  root_ = grammar("RULE -> OP OBJ");
  draw_ = grammar("OP -> 'draw' COLOR");
  change_ = grammar("OP -> 'change to a' SHAPE");
  remove_ = grammar("OP -> 'remove'");
  both_ = grammar("OP -> OP 'and' OP");
  for (const auto colour : reascan::kColours) {
    const std::string_view name = world::name_of(colour);
    colour_words_[number(colour)] = grammar(fmt::format("COLOR -> {}", name));
    drawn_[number(colour)] = meaning(fmt::format("draw {}", name));
  }
  for (const auto shape : {world::Shape::kCircle, world::Shape::kCylinder, world::Shape::kSquare}) {
    const std::string_view name = world::name_of(shape);
    shape_words_[number(shape)] = grammar(fmt::format("SHAPE -> {}", name));
    changed_[number(shape)] = meaning(fmt::format("change to a {}", name));
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
    const NodeId change =
        out.apply(change_, {out.apply(shape_words_[number(*operation.shape)], {})});
    node = node ? out.apply(both_, {*node, change}) : change;
  }
  return node ? *node : out.apply(remove_, {});
}

void Derivations::write(const reascan::Structure& structure, const Operation& operation,
                        RuleGraph& out) const {
  out.clear();
  const NodeId words = write_operation(operation, out);
  const NodeId object = objects_.write(structure, 0, out);
  const NodeId root = out.apply(root_, {words, object});
  NodeId node = objects_.find(structure, 0, out);
  if (operation.colour) node = out.apply(drawn_[number(*operation.colour)], {node});
  if (operation.shape) node = out.apply(changed_[number(*operation.shape)], {node});
  if (operation.kind() == OperationKind::kRemove) node = out.apply(removed_, {node});
  out.apply(join_, {root, node});
}

}  // namespace assay::arc
