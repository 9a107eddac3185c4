// The derivation of an example: a directed acyclic graph of rule applications.
//
// Atoms of an example are its rules, compounds are subgraphs (Keysers et al. 2020, section 2.1).
// A node is added after its inputs, so a cycle cannot be written; the last node is the root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

using RuleId = std::uint32_t;
using NodeId = std::uint32_t;

enum class RuleKind { kGrammar, kMeaning, kInference, kKnowledge, kWorld, kSurface, kJoin };

std::string_view name_of(RuleKind kind);

// The rules of a task, numbered in the order they were added. Names are unique.
class RuleTable {
 public:
  // `text` is what the rule says, for people; it may be empty.
  RuleId add(std::string name, RuleKind kind, std::string text = {});
  std::string_view name(RuleId rule) const { return entries_[rule].name; }
  std::string_view text(RuleId rule) const { return entries_[rule].text; }
  RuleKind kind(RuleId rule) const { return entries_[rule].kind; }
  std::size_t size() const { return entries_.size(); }
  std::optional<RuleId> find(std::string_view name) const;

 private:
  struct Entry {
    std::string name;
    RuleKind kind;
    std::string text;
  };
  // Where the name is or belongs.
  std::size_t slot_of(std::string_view name) const;
  void grow();

  std::vector<Entry> entries_;
  std::vector<RuleId> slots_;  // a flat hash table of names, at most half full
};

class RuleGraph {
 public:
  NodeId apply(RuleId rule, std::span<const NodeId> inputs);
  NodeId apply(RuleId rule, std::initializer_list<NodeId> inputs) {
    return apply(rule, std::span(inputs.begin(), inputs.size()));
  }

  // The same step by step: the inputs one by one, then the rule that takes them.
  void add_input(NodeId input);
  NodeId apply_to_added(RuleId rule);

  // Adds all nodes of `part`, its inputs shifted to their new places; returns the new root.
  NodeId append(const RuleGraph& part);

  std::size_t size() const { return rules_.size(); }
  bool empty() const { return rules_.empty(); }
  NodeId root() const { return static_cast<NodeId>(rules_.size() - 1); }
  RuleId rule(NodeId node) const { return rules_[node]; }
  std::span<const NodeId> inputs(NodeId node) const {
    return std::span(inputs_).subspan(begins_[node], begins_[node + 1] - begins_[node]);
  }
  // All of it as it lies in memory: rules of nodes, where their inputs begin (one more), inputs.
  std::span<const RuleId> rules() const { return rules_; }
  std::span<const std::uint32_t> begins() const { return begins_; }
  std::span<const NodeId> all_inputs() const { return inputs_; }
  void clear();

  friend bool operator==(const RuleGraph&, const RuleGraph&) = default;

 private:
  std::vector<RuleId> rules_;
  std::vector<NodeId> inputs_;
  std::vector<std::uint32_t> begins_{0};
};

// One node in the form used on disk: "name(3,7)", and without inputs "name" or, where the name ends
// in a parenthesis itself, "name()".
void append_node_text(std::string& out, const RuleGraph& graph, NodeId node,
                      const RuleTable& table);

// Reads a node back and adds it. False when the text is malformed, names an unknown rule or an
// input that does not stand before it; the graph is of no use then.
bool append_node(RuleGraph& graph, std::string_view text, const RuleTable& table);

// The same for all nodes of a graph.
std::optional<RuleGraph> parse_rule_graph(std::span<const std::string_view> nodes,
                                          const RuleTable& table);

}  // namespace assay
