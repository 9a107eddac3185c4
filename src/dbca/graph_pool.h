// The rule graphs of many examples, packed, each distinct graph once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/rule_graph.h"
#include "assay/dbca/key_table.h"

namespace assay {

// A rule graph that lies elsewhere. Nodes stand behind their inputs.
struct GraphView {
  std::span<const RuleId> rules;
  std::span<const std::uint32_t> begins;  // of each node's inputs; one more than nodes
  std::span<const NodeId> inputs;

  std::size_t size() const { return rules.size(); }
  std::span<const NodeId> inputs_of(NodeId node) const {
    return inputs.subspan(begins[node], begins[node + 1] - begins[node]);
  }
};

class GraphPool {
 public:
  // Adds the next example. Equal graphs are kept once.
  void add(const RuleGraph& graph);
  // Adds the examples of another pool, in their order, as if one by one.
  void add(const GraphPool& other);

  std::size_t examples() const { return shape_of_.size(); }
  std::uint32_t shape_of(std::size_t example) const { return shape_of_[example]; }
  std::size_t shapes() const { return starts_.size() - 1; }
  GraphView shape(std::size_t index) const;

 private:
  // The number of this graph, a new one when it is unknown.
  std::uint32_t find_or_keep(const GraphView& graph);

  struct Start {
    std::size_t node = 0;
    std::size_t input = 0;
  };

  std::vector<RuleId> rules_;
  std::vector<std::uint32_t> begins_;  // of shape s, from starts_[s].node + s: one more than nodes
  std::vector<NodeId> inputs_;
  std::vector<Start> starts_{{}};  // one more than shapes
  std::vector<std::uint32_t> shape_of_;
  KeyTable by_hash_;
};

}  // namespace assay
