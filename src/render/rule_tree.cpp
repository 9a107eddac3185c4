#include "assay/render/rule_tree.h"

#include <algorithm>
#include <deque>
#include <string_view>

#include "assay/render/columns.h"

namespace assay {
namespace {

constexpr std::size_t kLeastWidth = 24;
constexpr std::size_t kIndent = 3;
constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kDim = "\x1b[2m";

std::string_view colour_of(RuleKind kind) {
  switch (kind) {
    case RuleKind::kGrammar:
      return "\x1b[36m";
    case RuleKind::kMeaning:
      return "\x1b[32m";
    case RuleKind::kInference:
      return "\x1b[35m";
    case RuleKind::kKnowledge:
      return "\x1b[33m";
    case RuleKind::kWorld:
      return "\x1b[34m";
    case RuleKind::kSurface:
      return "\x1b[31m";
    case RuleKind::kJoin:
      return "\x1b[1m";
  }
  return "";
}

struct Line {
  std::string rails;
  std::string label;  // mark and name
  RuleKind kind;
  bool begins_part;
  bool refers;  // to a line above or below
};

class Drawing {
 public:
  Drawing(const RuleGraph& graph, const RuleTable& table, TextStyle style);
  std::string text() const;

 private:
  enum class State : char { kNew, kAbove, kBelow };
  struct Step {
    NodeId node;
    std::size_t depth;
    std::string rails;  // of the user's line, ready for its inputs
    bool last;
  };

  void count_users();
  void draw_part(NodeId top);
  std::string mark(NodeId node, bool must_wait);
  void append_line(std::string& out, const Line& line, bool with_kind) const;

  const RuleGraph& graph_;
  const RuleTable& table_;
  TextStyle style_;
  std::size_t tree_columns_ = 0;  // left of the kinds
  std::size_t most_depth_ = 0;
  std::vector<std::uint32_t> users_;
  std::vector<State> states_;
  std::deque<NodeId> waiting_;
  std::vector<Line> lines_;
};

Drawing::Drawing(const RuleGraph& graph, const RuleTable& table, TextStyle style)
    : graph_(graph), table_(table), style_(style) {
  const std::size_t width = std::max(style.width, kLeastWidth);
  count_users();
  std::size_t kind_columns = 0;
  for (NodeId node = 0; node < graph.size(); ++node) {
    const std::size_t wanted = name_of(table.kind(graph.rule(node))).size();
    if (users_[node] != 0) kind_columns = std::max(kind_columns, wanted);
  }
  tree_columns_ = width - kind_columns - 2;
  const std::size_t name_columns = std::clamp<std::size_t>(width / 4, 12, 24);
  most_depth_ = std::max<std::size_t>((tree_columns_ - name_columns) / kIndent, 1);

  states_.assign(graph.size(), State::kNew);
  waiting_.push_back(graph.root());
  while (!waiting_.empty()) {
    const NodeId top = waiting_.front();
    waiting_.pop_front();
    draw_part(top);
  }
  std::size_t used = 0;
  for (const Line& line : lines_) {
    used = std::max(used, columns_of(line.rails) + columns_of(line.label));
  }
  tree_columns_ = std::min(tree_columns_, used);
}

// Users that the root reaches; inputs stand before their users, so one pass is enough.
void Drawing::count_users() {
  users_.assign(graph_.size(), 0);
  users_[graph_.root()] = 1;
  for (std::size_t node = graph_.size(); node-- > 0;) {
    if (users_[node] == 0) continue;
    for (const NodeId input : graph_.inputs(static_cast<NodeId>(node))) ++users_[input];
  }
}

std::string Drawing::mark(NodeId node, bool must_wait) {
  const std::string number = "#" + std::to_string(node) + " ";
  if (states_[node] == State::kAbove) return "↑ " + number;
  if (states_[node] == State::kBelow) return "↓ " + number;
  if (must_wait) {
    states_[node] = State::kBelow;
    waiting_.push_back(node);
    return "↓ " + number;
  }
  states_[node] = State::kAbove;
  return users_[node] > 1 ? number : "";
}

void Drawing::draw_part(NodeId top) {
  std::vector<Step> steps{{top, 0, "", true}};
  const bool continues = states_[top] == State::kBelow;
  states_[top] = State::kNew;
  while (!steps.empty()) {
    Step step = std::move(steps.back());
    steps.pop_back();
    const NodeId node = step.node;
    const bool must_wait = step.depth >= most_depth_ && !graph_.inputs(node).empty();
    const bool refers = must_wait || states_[node] != State::kNew;
    std::string label = mark(node, must_wait);
    if (continues && step.depth == 0 && label.empty()) label = "#" + std::to_string(node) + " ";
    label += clean_text(table_.name(graph_.rule(node)));
    std::string rails = step.rails;
    if (step.depth > 0) rails += step.last ? "└─ " : "├─ ";
    label = cut_to_columns(label, tree_columns_ - columns_of(rails));
    const bool begins_part = step.depth == 0 && !lines_.empty();
    lines_.push_back(
        {std::move(rails), std::move(label), table_.kind(graph_.rule(node)), begins_part, refers});
    if (refers) continue;
    if (step.depth > 0) step.rails += step.last ? "   " : "│  ";
    const auto inputs = graph_.inputs(node);
    for (std::size_t i = inputs.size(); i-- > 0;) {
      steps.push_back({inputs[i], step.depth + 1, step.rails, i + 1 == inputs.size()});
    }
  }
}

void Drawing::append_line(std::string& out, const Line& line, bool with_kind) const {
  const std::string_view colour = style_.colour ? colour_of(line.kind) : "";
  const std::string_view dim = style_.colour ? kDim : "";
  const std::string_view reset = style_.colour ? kReset : "";
  if (!line.rails.empty()) {
    out += dim;
    out += line.rails;
    out += reset;
  }
  if (line.refers) out += dim;
  out += colour;
  out += line.label;
  out += reset;
  if (with_kind) {
    const std::size_t used = columns_of(line.rails) + columns_of(line.label);
    out.append(tree_columns_ + 2 - used, ' ');
    out += dim;
    out += colour;
    out += name_of(line.kind);
    out += reset;
  }
  out += '\n';
}

std::string Drawing::text() const {
  std::string out;
  const Line* above = nullptr;
  for (const Line& line : lines_) {
    if (line.begins_part) out += '\n';
    append_line(out, line, above == nullptr || line.begins_part || above->kind != line.kind);
    above = &line;
  }
  return out;
}

}  // namespace

std::string rule_tree_text(const RuleGraph& graph, const RuleTable& table, TextStyle style) {
  if (graph.empty()) return "";
  return Drawing(graph, table, style).text();
}

}  // namespace assay
