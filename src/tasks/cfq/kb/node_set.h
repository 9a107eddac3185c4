// A set of nodes that grows: the answers of a query while they are found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "assay/tasks/cfq/kb/adjacency.h"

namespace assay::cfq {

class NodeSet {
 public:
  bool contains(Node node) const { return !slots_.empty() && slots_[slot_of(node)] != 0; }

  void insert(Node node) {
    if (slots_.size() < (nodes_.size() + 1) * 2) grow();
    std::uint64_t& slot = slots_[slot_of(node)];
    if (slot != 0) return;
    slot = std::uint64_t{node} + 1;
    nodes_.push_back(node);
  }

  std::vector<Node> sorted() && {
    std::ranges::sort(nodes_);
    return std::move(nodes_);
  }

 private:
  // Where the node is, or the free slot where it belongs.
  std::size_t slot_of(Node node) const {
    constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15ULL;
    std::size_t at = (node * kSpread >> 32U) & (slots_.size() - 1);
    while (slots_[at] != 0 && slots_[at] != std::uint64_t{node} + 1) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(16, slots_.size() * 2), 0);
    for (const Node node : nodes_) slots_[slot_of(node)] = std::uint64_t{node} + 1;
  }

  std::vector<Node> nodes_;
  std::vector<std::uint64_t> slots_;  // node + 1; 0: free
};

}  // namespace assay::cfq
