// A derivation: which grammar rule was applied to which constituents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::rules {

// Nodes stand after their constituents. Several trees may share nodes.
class DerivationTree {
 public:
  struct Node {
    std::uint32_t rule = 0;  // position in RuleSet::grammar
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t begin = 0;  // the first word that it covers
    std::uint32_t size = 0;   // rules applied, this one included
  };

  std::uint32_t add(std::uint32_t rule, std::span<const std::uint32_t> constituents,
                    std::uint32_t begin) {
    Node node{rule, static_cast<std::uint32_t>(constituents_.size()),
              static_cast<std::uint32_t>(constituents.size()), begin, 1};
    for (const auto id : constituents) node.size += nodes_[id].size;
    constituents_.insert(constituents_.end(), constituents.begin(), constituents.end());
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  void clear() {
    nodes_.clear();
    constituents_.clear();
  }
  std::size_t size() const { return nodes_.size(); }
  const Node& node(std::uint32_t id) const { return nodes_[id]; }
  std::span<const std::uint32_t> constituents(std::uint32_t id) const {
    return std::span(constituents_).subspan(nodes_[id].first, nodes_[id].count);
  }

 private:
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> constituents_;
};

}  // namespace assay::rules
