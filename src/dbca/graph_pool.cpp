#include "assay/dbca/graph_pool.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/hash.h"

namespace assay {

namespace {

bool same(const GraphView& a, const GraphView& b) {
  return std::ranges::equal(a.rules, b.rules) && std::ranges::equal(a.begins, b.begins) &&
         std::ranges::equal(a.inputs, b.inputs);
}

std::uint64_t hash_of(const GraphView& graph) {
  std::uint64_t hash = graph.size();
  for (NodeId node = 0; node < graph.size(); ++node) {
    hash = mix(hash, graph.rules[node]);
    for (const NodeId input : graph.inputs_of(node)) hash = mix(hash, ~std::uint64_t{input});
  }
  return hash;
}

template <typename Item>
void append(std::vector<Item>& all, std::span<const Item> more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

void GraphPool::add(const RuleGraph& graph) {
  shape_of_.push_back(find_or_keep({graph.rules(), graph.begins(), graph.all_inputs()}));
}

void GraphPool::add(const GraphPool& other) {
  std::vector<std::uint32_t> here;
  for (std::size_t i = 0; i < other.shapes(); ++i) here.push_back(find_or_keep(other.shape(i)));
  for (const std::uint32_t there : other.shape_of_) shape_of_.push_back(here[there]);
}

std::uint32_t GraphPool::find_or_keep(const GraphView& graph) {
  std::uint64_t hash = hash_of(graph);
  for (;;) {
    const std::uint32_t known = by_hash_.find(hash);
    if (known == KeyTable::kAbsent) break;
    if (same(shape(known), graph)) return known;
    hash = mix(hash, 1);
  }
  append(rules_, graph.rules);
  append(begins_, graph.begins);
  append(inputs_, graph.inputs);
  starts_.push_back({rules_.size(), inputs_.size()});
  return by_hash_.insert(hash);
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
