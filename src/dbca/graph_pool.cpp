#include "assay/dbca/graph_pool.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/hash.h"

namespace assay {

namespace {

bool same(const GraphView& view, const RuleGraph& graph) {
  if (view.size() != graph.size()) return false;
  for (NodeId node = 0; node < graph.size(); ++node) {
    if (view.rules[node] != graph.rule(node)) return false;
    if (!std::ranges::equal(view.inputs_of(node), graph.inputs(node))) return false;
  }
  return true;
}

std::uint64_t hash_of(const RuleGraph& graph) {
  std::uint64_t hash = graph.size();
  for (NodeId node = 0; node < graph.size(); ++node) {
    hash = mix(hash, graph.rule(node));
    for (const NodeId input : graph.inputs(node)) hash = mix(hash, ~std::uint64_t{input});
  }
  return hash;
}

}  // namespace

void GraphPool::add(const RuleGraph& graph) {
  std::uint64_t hash = hash_of(graph);
  for (;;) {
    const std::uint32_t known = by_hash_.find(hash);
    if (known == KeyTable::kAbsent) break;
    if (same(shape(known), graph)) {
      shape_of_.push_back(known);
      return;
    }
    hash = mix(hash, 1);
  }
  shape_of_.push_back(by_hash_.insert(hash));
  const std::size_t first_input = inputs_.size();
  for (NodeId node = 0; node < graph.size(); ++node) {
    rules_.push_back(graph.rule(node));
    begins_.push_back(static_cast<std::uint32_t>(inputs_.size() - first_input));
    inputs_.insert(inputs_.end(), graph.inputs(node).begin(), graph.inputs(node).end());
  }
  begins_.push_back(static_cast<std::uint32_t>(inputs_.size() - first_input));
  starts_.push_back({rules_.size(), inputs_.size()});
}

GraphView GraphPool::shape(std::size_t index) const {
  const Start begin = starts_[index];
  const Start end = starts_[index + 1];
  const std::size_t nodes = end.node - begin.node;
  return {std::span(rules_).subspan(begin.node, nodes),
          std::span(begins_).subspan(begin.node + index, nodes + 1),
          std::span(inputs_).subspan(begin.input, end.input - begin.input)};
}

}  // namespace assay
