#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "assay/render/columns.h"
#include "assay/render/rule_tree.h"
#include "assay/render/tree_layout.h"

namespace assay {
namespace {

constexpr std::int64_t kMargin = 28;
constexpr std::int64_t kColumn = 8;  // of the 13 px fixed-width fonts: 7.2 to 7.9
constexpr std::int64_t kTitleColumn = 11;
constexpr std::int64_t kTitleLine = 28;
constexpr std::int64_t kTextLine = 20;
constexpr std::int64_t kBoxLine = 17;
constexpr std::int64_t kBoxSide = 14;
constexpr std::int64_t kBoxTop = 8;
constexpr std::int64_t kLeastTextWidth = 520;
constexpr std::int64_t kMostTextWidth = 960;
constexpr std::size_t kNameColumns = 24;
constexpr std::size_t kNameLines = 4;

struct Shades {
  std::string_view fill;
  std::string_view stroke;
  std::string_view text;
};

struct KindStyle {
  RuleKind kind;
  int corner;  // a second sign beside the colour, with the dashes
  std::string_view dashes;
  Shades light;
  Shades dark;
};

constexpr std::array kKindStyles = {
    KindStyle{RuleKind::kJoin,
              4,
              "",
              {"#eceff3", "#7b8794", "#39424e"},
              {"#2b323c", "#8b98a8", "#dbe2ea"}},
    KindStyle{RuleKind::kGrammar,
              8,
              "",
              {"#e6effd", "#4a7bd0", "#1d3f7a"},
              {"#182a47", "#5b8def", "#cfe0ff"}},
    KindStyle{RuleKind::kMeaning,
              16,
              "",
              {"#e3f5ea", "#359b68", "#14532f"},
              {"#14312a", "#3fae7c", "#c8f0dc"}},
    KindStyle{RuleKind::kInference,
              8,
              "5 3",
              {"#f2e9fc", "#8f5fcf", "#4c2a7d"},
              {"#2c2142", "#a57be0", "#e6d8fb"}},
    KindStyle{RuleKind::kKnowledge,
              16,
              "5 3",
              {"#fdf2d6", "#bd8a1d", "#614408"},
              {"#372c14", "#cf9e38", "#f6e3b4"}},
    KindStyle{RuleKind::kWorld,
              8,
              "1.5 3",
              {"#e0f4f7", "#2b93a8", "#0f4a57"},
              {"#12323a", "#3fafc4", "#c4edf5"}},
    KindStyle{RuleKind::kSurface,
              16,
              "1.5 3",
              {"#fde7ed", "#cf5379", "#7a1f3f"},
              {"#3b1d2a", "#dd6a8f", "#fad2de"}},
};

const KindStyle& style_of(RuleKind kind) {
  return *std::find_if(kKindStyles.begin(), kKindStyles.end(),
                       [kind](const KindStyle& style) { return style.kind == kind; });
}

std::vector<std::string> name_lines(std::string_view name) {
  return wrap_name(clean_text(name), kNameColumns, kNameLines);
}

std::int64_t pixels(std::string_view text) {
  return static_cast<std::int64_t>(columns_of(text)) * kColumn;
}

class Document {
 public:
  Document(const RuleGraph& graph, const RuleTable& table, const SvgText& text, SvgSetting setting);
  std::string finish() &&;

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
  }
  void put_title();
  void put_lines();
  void put_tree();
  void put_edge(const TreeLayout::Edge& edge, std::int64_t left);
  void put_box(const TreeLayout::Box& box, std::int64_t left);
  void put_legend();

  const RuleGraph& graph_;
  const RuleTable& table_;
  const SvgText& text_;
  SvgSetting setting_;
  std::vector<BoxSize> sizes_;
  TreeLayout tree_;
  std::vector<RuleKind> kinds_;  // that are drawn, in the order of the legend
  std::int64_t text_width_ = kLeastTextWidth;
  std::int64_t inner_width_ = 0;
  std::int64_t y_ = kMargin;
  std::string body_;
};

Document::Document(const RuleGraph& graph, const RuleTable& table, const SvgText& text,
                   SvgSetting setting)
    : graph_(graph), table_(table), text_(text), setting_(setting), sizes_(graph.size()) {
  for (NodeId node = 0; node < graph.size(); ++node) {
    const auto lines = name_lines(table.name(graph.rule(node)));
    std::int64_t width = 24;
    for (const std::string& line : lines) width = std::max(width, pixels(line));
    const auto height = static_cast<std::int64_t>(lines.size()) * kBoxLine;
    sizes_[node] = {width + 2 * kBoxSide, height + 2 * kBoxTop};
  }
  if (!graph.empty()) tree_ = lay_out(graph, sizes_);
  for (const KindStyle& style : kKindStyles) {
    const auto is_used = [&](const TreeLayout::Box& box) {
      return table.kind(graph.rule(box.node)) == style.kind;
    };
    if (std::any_of(tree_.boxes.begin(), tree_.boxes.end(), is_used)) kinds_.push_back(style.kind);
  }
  text_width_ = std::clamp(tree_.width, kLeastTextWidth, kMostTextWidth);
  inner_width_ = tree_.width;
  if (setting == SvgSetting::kFile) {
    inner_width_ = std::max(tree_.width, text_width_);
    put_title();
    put_lines();
  }
  put_tree();
  put_legend();
}

void Document::put_title() {
  if (text_.title.empty()) return;
  const auto columns = static_cast<std::size_t>(text_width_ / kTitleColumn);
  for (const std::string& line : wrap_to_columns(clean_text(text_.title), columns)) {
    put("<text class=\"title\" x=\"{}\" y=\"{}\">{}</text>\n", kMargin, y_ + 18, escape_xml(line));
    y_ += kTitleLine;
  }
  y_ += 6;
}

void Document::put_lines() {
  std::int64_t label_width = 0;
  for (const auto& line : text_.lines) {
    const std::string label = cut_to_columns(clean_text(line.label), 20);
    if (!label.empty()) label_width = std::max(label_width, pixels(label) + 12);
  }
  const auto columns = static_cast<std::size_t>((text_width_ - label_width) / kColumn);
  for (const auto& line : text_.lines) {
    const std::string label = cut_to_columns(clean_text(line.label), 20);
    if (!label.empty()) {
      put("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\n", kMargin, y_ + 14,
          escape_xml(label));
    }
    for (const std::string& part : wrap_to_columns(clean_text(line.text), columns)) {
      put("<text class=\"line\" x=\"{}\" y=\"{}\">{}</text>\n", kMargin + label_width, y_ + 14,
          escape_xml(part));
      y_ += kTextLine;
    }
    y_ += 2;
  }
  if (y_ > kMargin) y_ += 18;
}

void Document::put_tree() {
  const std::int64_t left = kMargin + (inner_width_ - tree_.width) / 2;
  for (const TreeLayout::Edge& edge : tree_.edges) put_edge(edge, left);
  for (const TreeLayout::Box& box : tree_.boxes) put_box(box, left);
  y_ += tree_.height;
}

void Document::put_edge(const TreeLayout::Edge& edge, std::int64_t left) {
  const auto& first = edge.stretches.front();
  put("<path class=\"edge {}\" d=\"M{} {}", name_of(table_.kind(graph_.rule(edge.input))),
      first.x + left, first.top + y_);
  for (std::size_t i = 0; i < edge.stretches.size(); ++i) {
    const auto& here = edge.stretches[i];
    if (here.bottom > here.top) put("V{}", here.bottom + y_);
    if (i + 1 == edge.stretches.size()) break;
    const auto& next = edge.stretches[i + 1];
    const std::int64_t middle = (here.bottom + next.top) / 2 + y_;
    put("C{} {} {} {} {} {}", here.x + left, middle, next.x + left, middle, next.x + left,
        next.top + y_);
  }
  put("\"/>\n");
}

void Document::put_box(const TreeLayout::Box& box, std::int64_t left) {
  const BoxSize size = sizes_[box.node];
  const std::string_view name = table_.name(graph_.rule(box.node));
  const RuleKind kind = table_.kind(graph_.rule(box.node));
  const std::int64_t x = left + box.left;
  const std::int64_t y = y_ + box.top;
  put("<g class=\"node {0}\"><title>{1} · {0} · #{2}</title>", name_of(kind),
      escape_xml(clean_text(name)), box.node);
  put("<rect class=\"box\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>", x, y,
      size.width, size.height, style_of(kind).corner);
  std::int64_t baseline = y + kBoxTop + 13;
  for (const std::string& line : name_lines(name)) {
    put("<text x=\"{}\" y=\"{}\">{}</text>", x + size.width / 2, baseline, escape_xml(line));
    baseline += kBoxLine;
  }
  put("</g>\n");
}

void Document::put_legend() {
  if (kinds_.empty()) return;
  y_ += 30;
  std::int64_t x = kMargin;
  for (const RuleKind kind : kinds_) {
    const std::int64_t width = 30 + pixels(name_of(kind)) + 18;
    if (x > kMargin && x + width > kMargin + inner_width_) {
      x = kMargin;
      y_ += 24;
    }
    put("<g class=\"key {}\"><rect x=\"{}\" y=\"{}\" width=\"22\" height=\"14\" rx=\"{}\"/>",
        name_of(kind), x, y_, std::min(style_of(kind).corner / 2, 7));
    put("<text class=\"kind\" x=\"{}\" y=\"{}\">{}</text></g>\n", x + 30, y_ + 11, name_of(kind));
    x += width;
  }
  y_ += 14;
}

void append_shades(std::string& out, std::string_view name, const Shades& shades) {
  fmt::format_to(std::back_inserter(out),
                 ".rule-tree .{0} rect{{fill:{1};stroke:{2}}}\n"
                 ".rule-tree .node.{0} text{{fill:{3}}}\n"
                 ".rule-tree .edge.{0}{{stroke:{2}}}\n",
                 name, shades.fill, shades.stroke, shades.text);
}

constexpr std::string_view kShape =
    ".rule-tree text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\","
    "monospace;font-size:13px}\n"
    ".rule-tree .title,.rule-tree .label{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,"
    "\"Helvetica Neue\",\"DejaVu Sans\",sans-serif}\n"
    ".rule-tree .title{font-size:19px;font-weight:600}\n"
    ".rule-tree .label{font-size:12px}\n"
    ".rule-tree .node text{text-anchor:middle}\n"
    ".rule-tree .node rect,.rule-tree .key rect{stroke-width:1.5}\n"
    ".rule-tree .edge{fill:none;stroke-width:1.5;stroke-opacity:.6}\n";
constexpr std::string_view kLight =
    ".rule-tree .page{fill:#ffffff}\n.rule-tree .title,.rule-tree .line{fill:#1f2733}\n"
    ".rule-tree .label,.rule-tree .kind{fill:#6a7686}\n";
constexpr std::string_view kDark =
    ".rule-tree .page{fill:#12161d}\n.rule-tree .title,.rule-tree .line{fill:#e4e9f0}\n"
    ".rule-tree .label,.rule-tree .kind{fill:#95a1b1}\n";

SvgStyle style_with(std::span<const RuleKind> kinds) {
  SvgStyle all{std::string(kShape), std::string(kLight), std::string(kDark)};
  for (const RuleKind kind : kinds) {
    const KindStyle& style = style_of(kind);
    append_shades(all.light, name_of(kind), style.light);
    append_shades(all.dark, name_of(kind), style.dark);
    if (style.dashes.empty()) continue;
    all.light +=
        fmt::format(".rule-tree .{} rect{{stroke-dasharray:{}}}\n", name_of(kind), style.dashes);
  }
  return all;
}

std::string Document::finish() && {
  const SvgFrame frame{"rule-tree",
                       static_cast<double>(inner_width_ + 2 * kMargin),
                       static_cast<double>(y_ + kMargin),
                       kMargin - 4,
                       clean_text(text_.title.empty() ? "Rules" : text_.title),
                       ""};
  return svg_document(frame, style_with(kinds_), setting_, body_);
}

}  // namespace

SvgStyle rule_tree_style() {
  std::vector<RuleKind> kinds;
  for (const KindStyle& style : kKindStyles) kinds.push_back(style.kind);
  return style_with(kinds);
}

std::string rule_tree_svg(const RuleGraph& graph, const RuleTable& table, const SvgText& text,
                          SvgSetting setting) {
  return Document(graph, table, text, setting).finish();
}

}  // namespace assay
