#include "assay/render/subgraph_text.h"

#include <algorithm>
#include <vector>

#include "assay/render/columns.h"

namespace assay {

namespace {

class SubgraphText {
 public:
  SubgraphText(const RuleGraph& graph, std::span<const NodeId> nodes, const RuleTable& table)
      : graph_(graph), nodes_(nodes), table_(table), users_(nodes.size()), told_(nodes.size()) {
    for (const NodeId node : nodes) {
      for (const NodeId input : graph.inputs(node)) {
        if (has(input)) ++users_[place_of(input)];
      }
    }
  }

  // Sub-graphs have at most kMostCompoundNodes nodes, so the recursion is shallow.
  std::string text() {
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      if (users_[i] > 0) continue;
      if (!text_.empty()) text_ += " + ";
      tell(nodes_[i]);
    }
    return std::move(text_);
  }

 private:
  bool has(NodeId node) const { return std::ranges::binary_search(nodes_, node); }
  std::size_t place_of(NodeId node) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes_, node) - nodes_.begin());
  }

  void tell(NodeId node) {
    const std::size_t place = place_of(node);
    if (users_[place] > 1) text_ += "#" + std::to_string(node);
    if (told_[place]) return;
    told_[place] = true;
    if (users_[place] > 1) text_ += ' ';
    text_ += clean_text(table_.name(graph_.rule(node)));
    const auto inputs = graph_.inputs(node);
    if (std::ranges::none_of(inputs, [&](NodeId input) { return has(input); })) return;
    text_ += "( ";
    for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
      if (slot > 0) text_ += ", ";
      if (has(inputs[slot])) {
        tell(inputs[slot]);
      } else {
        text_ += '_';
      }
    }
    text_ += " )";
  }

  const RuleGraph& graph_;
  std::span<const NodeId> nodes_;
  const RuleTable& table_;
  std::vector<std::size_t> users_;  // of each node, among these
  std::vector<bool> told_;
  std::string text_;
};

}  // namespace

std::string subgraph_text(const RuleGraph& graph, std::span<const NodeId> nodes,
                          const RuleTable& table) {
  return SubgraphText(graph, nodes, table).text();
}

}  // namespace assay
