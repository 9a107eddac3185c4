#include "assay/tasks/arc/puzzles/derivation.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "assay/grounded/rule_tables.h"

namespace assay::arc {

using grounded::number_of;

Derivations::Derivations() : objects_(table_) {
  const auto grammar = [&](std::string rule) {
    return grounded::add_grammar(table_, std::move(rule));
  };
  const auto meaning = [&](std::string_view what) { return grounded::add_meaning(table_, what); };
  root_ = grammar("RULE -> OP OBJ");
  draw_ = grammar("OP -> 'draw' COLOR");
  change_ = grammar("OP -> 'change to a' SHAPE");
  remove_ = grammar("OP -> 'remove'");
  both_ = grammar("OP -> OP 'and' OP");
  for (const auto colour : reascan::kColours) {
    const std::string_view name = world::name_of(colour);
    colour_words_[number_of(colour)] = grammar(fmt::format("COLOR -> {}", name));
    drawn_[number_of(colour)] = meaning(fmt::format("draw {}", name));
  }
  for (const auto shape : {world::Shape::kCircle, world::Shape::kCylinder, world::Shape::kSquare}) {
    const std::string_view name = world::name_of(shape);
    shape_words_[number_of(shape)] = grammar(fmt::format("SHAPE -> {}", name));
    changed_[number_of(shape)] = meaning(fmt::format("change to a {}", name));
  }
  removed_ = meaning("remove");
  join_ = table_.add("JOIN", RuleKind::kJoin);
}

NodeId Derivations::write_operation(const Operation& operation, RuleGraph& out) const {
  std::optional<NodeId> node;
  if (operation.colour) {
    node = out.apply(draw_, {out.apply(colour_words_[number_of(*operation.colour)], {})});
  }
  if (operation.shape) {
    const NodeId change =
        out.apply(change_, {out.apply(shape_words_[number_of(*operation.shape)], {})});
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
  if (operation.colour) node = out.apply(drawn_[number_of(*operation.colour)], {node});
  if (operation.shape) node = out.apply(changed_[number_of(*operation.shape)], {node});
  if (operation.kind() == OperationKind::kRemove) node = out.apply(removed_, {node});
  out.apply(join_, {root, node});
}

}  // namespace assay::arc
