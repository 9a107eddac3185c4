#include "assay/core/rule_graph.h"

#include <charconv>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/json.h"
#include "assay/base/text.h"

namespace assay {

std::string_view name_of(RuleKind kind) {
  switch (kind) {
    case RuleKind::kGrammar:
      return "grammar";
    case RuleKind::kMeaning:
      return "meaning";
    case RuleKind::kInference:
      return "inference";
    case RuleKind::kKnowledge:
      return "knowledge";
    case RuleKind::kWorld:
      return "world";
    case RuleKind::kSurface:
      return "surface";
    case RuleKind::kJoin:
      return "join";
  }
  return "";
}

std::size_t RuleTable::NameHash::operator()(std::string_view name) const { return hash64(name); }

RuleId RuleTable::add(std::string name, RuleKind kind, std::string text) {
  ASSAY_CHECK(!name.empty());
  const auto id = static_cast<RuleId>(entries_.size());
  const bool is_new = by_name_.emplace(name, id).second;
  ASSAY_CHECK(is_new);
  entries_.push_back({std::move(name), kind, std::move(text)});
  return id;
}

std::optional<RuleId> RuleTable::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

NodeId RuleGraph::apply(RuleId rule, std::span<const NodeId> inputs) {
  const auto node = static_cast<NodeId>(rules_.size());
  for (const NodeId input : inputs) {
    ASSAY_CHECK(input < node);
    inputs_.push_back(input);
  }
  rules_.push_back(rule);
  begins_.push_back(static_cast<std::uint32_t>(inputs_.size()));
  return node;
}

NodeId RuleGraph::append(const RuleGraph& part) {
  ASSAY_CHECK(!part.empty() && &part != this);
  const auto node_shift = static_cast<NodeId>(rules_.size());
  const auto input_shift = static_cast<std::uint32_t>(inputs_.size());
  rules_.insert(rules_.end(), part.rules_.begin(), part.rules_.end());
  for (const NodeId input : part.inputs_) inputs_.push_back(input + node_shift);
  for (std::size_t i = 1; i < part.begins_.size(); ++i) {
    begins_.push_back(part.begins_[i] + input_shift);
  }
  return root();
}

void RuleGraph::clear() {
  rules_.clear();
  inputs_.clear();
  begins_.assign(1, 0);
}

void append_node_text(std::string& out, const RuleGraph& graph, NodeId node,
                      const RuleTable& table) {
  const std::string_view name = table.name(graph.rule(node));
  out += name;
  const auto inputs = graph.inputs(node);
  if (inputs.empty()) {
    if (name.back() == ')') out += "()";
    return;
  }
  char separator = '(';
  for (const NodeId input : inputs) {
    out += separator;
    append_json_number(out, std::uint64_t{input});
    separator = ',';
  }
  out += ')';
}

std::optional<RuleGraph> parse_rule_graph(std::span<const std::string_view> nodes,
                                          const RuleTable& table) {
  RuleGraph graph;
  std::vector<NodeId> inputs;
  for (std::string_view text : nodes) {
    inputs.clear();
    if (!text.empty() && text.back() == ')') {
      const std::size_t open = text.rfind('(');
      if (open == std::string_view::npos) return std::nullopt;
      const auto list = text.substr(open + 1, text.size() - open - 2);
      text = text.substr(0, open);
      // Only one spelling each, so that equal graphs are equal bytes.
      if (list.empty() && !text.ends_with(')')) return std::nullopt;
      for (const std::string_view piece : split_text(list, ',')) {
        if (list.empty()) break;
        const auto input = parse_number(piece);
        const bool padded = piece.size() > 1 && piece[0] == '0';
        if (!input || padded || *input >= graph.size()) return std::nullopt;
        inputs.push_back(static_cast<NodeId>(*input));
      }
    }
    const auto rule = table.find(text);
    if (!rule) return std::nullopt;
    graph.apply(*rule, inputs);
  }
  return graph;
}

}  // namespace assay
