#include "assay/core/rule_graph.h"

#include <charconv>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/json.h"

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

namespace {

constexpr RuleId kNoRule = ~RuleId{0};

}  // namespace

std::size_t RuleTable::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash64(name) & mask;
  while (slots_[at] != kNoRule && entries_[slots_[at]].name != name) at = (at + 1) & mask;
  return at;
}

void RuleTable::grow() {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, kNoRule);
  for (RuleId rule = 0; rule < entries_.size(); ++rule) slots_[slot_of(name(rule))] = rule;
}

RuleId RuleTable::add(std::string name, RuleKind kind, std::string text) {
  ASSAY_CHECK(!name.empty());
  if (entries_.size() * 2 + 2 > slots_.size()) grow();
  RuleId& slot = slots_[slot_of(name)];
  ASSAY_CHECK(slot == kNoRule);
  slot = static_cast<RuleId>(entries_.size());
  entries_.push_back({std::move(name), kind, std::move(text)});
  return slot;
}

std::optional<RuleId> RuleTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const RuleId rule = slots_[slot_of(name)];
  return rule == kNoRule ? std::nullopt : std::optional(rule);
}

void RuleGraph::add_input(NodeId input) {
  ASSAY_CHECK(input < rules_.size());
  inputs_.push_back(input);
}

NodeId RuleGraph::apply_to_added(RuleId rule) {
  rules_.push_back(rule);
  begins_.push_back(static_cast<std::uint32_t>(inputs_.size()));
  return root();
}

NodeId RuleGraph::apply(RuleId rule, std::span<const NodeId> inputs) {
  for (const NodeId input : inputs) add_input(input);
  return apply_to_added(rule);
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

namespace {

// "3,7": only one spelling each, so that equal graphs are equal bytes.
bool add_inputs(RuleGraph& graph, std::string_view list) {
  const char* at = list.data();
  const char* const end = at + list.size();
  for (;; ++at) {
    NodeId input = 0;
    const auto [next, problem] = std::from_chars(at, end, input);
    const bool is_padded = next - at > 1 && *at == '0';
    if (problem != std::errc() || is_padded || input >= graph.size()) return false;
    graph.add_input(input);
    at = next;
    if (at == end) return true;
    if (*at != ',') return false;
  }
}

}  // namespace

bool append_node(RuleGraph& graph, std::string_view text, const RuleTable& table) {
  std::string_view name = text;
  if (text.ends_with(')')) {
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos) return false;
    name = text.substr(0, open);
    const std::string_view list = text.substr(open + 1, text.size() - open - 2);
    // Empty parentheses stand only behind a name that ends in one.
    if (list.empty() ? !name.ends_with(')') : !add_inputs(graph, list)) return false;
  }
  const auto rule = table.find(name);
  if (!rule) return false;
  graph.apply_to_added(*rule);
  return true;
}

std::optional<RuleGraph> parse_rule_graph(std::span<const std::string_view> nodes,
                                          const RuleTable& table) {
  RuleGraph graph;
  for (const std::string_view node : nodes) {
    if (!append_node(graph, node, table)) return std::nullopt;
  }
  return graph;
}

}  // namespace assay
