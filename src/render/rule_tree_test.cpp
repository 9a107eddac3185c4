#include "assay/render/rule_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/text.h"
#include "assay/render/columns.h"
#include "assay/render/well_formed_testing.h"

namespace assay {
namespace {

struct Derivation {
  RuleTable table;
  RuleGraph graph;

  NodeId add(const std::string& name, RuleKind kind, std::vector<NodeId> inputs = {}) {
    const auto known = table.find(name);
    return graph.apply(known ? *known : table.add(name, kind), inputs);
  }
};

// "jump opposite left twice and walk" of SCAN.
Derivation scan() {
  Derivation d;
  const auto grammar = [&d](const char* name, std::vector<NodeId> inputs) {
    return d.add(name, RuleKind::kGrammar, std::move(inputs));
  };
  const auto meaning = [&d](const char* name, std::vector<NodeId> inputs) {
    return d.add(name, RuleKind::kMeaning, std::move(inputs));
  };
  NodeId left = grammar("D -> U left", {grammar("U -> jump", {})});
  left = grammar("S -> V twice", {grammar("V -> D[1] opposite D[2]", {left})});
  NodeId right = grammar("V -> U", {grammar("U -> walk", {})});
  right = grammar("S -> V", {right});
  const NodeId sentence = grammar("C -> S and S", {left, right});
  NodeId twice = meaning("u opposite left", {meaning("jump", {})});
  twice = meaning("x twice", {twice});
  const NodeId both = meaning("x1 and x2", {twice, meaning("walk", {})});
  d.add("JOIN", RuleKind::kJoin, {sentence, both});
  return d;
}

// Names with markup, wide letters and controls; every kind; sharing over several levels.
Derivation tangled(unsigned count) {
  Derivation d;
  unsigned state = 7;
  const auto below = [&state](unsigned bound) {
    state = state * 1664525U + 1013904223U;
    return (state >> 16) % bound;
  };
  for (NodeId node = 0; node < count; ++node) {
    std::vector<NodeId> inputs;
    const unsigned slots = node < 4 ? 0 : below(4);
    for (unsigned i = 0; i < slots; ++i) inputs.push_back(node - 1 - below(std::min(node, 12U)));
    std::string name = "r" + std::to_string(node) + " <a> & \"b\"";
    if (node % 3 == 0)
      name += " 日本語 that goes on for longer than any box of the tree is wide, and on";
    if (node % 7 == 0) name += "\x1b[31m\n\xff";
    d.add(name, static_cast<RuleKind>(node % 7), inputs);
  }
  std::vector<NodeId> all;
  for (NodeId node = count; node-- > 0;) all.push_back(node);
  d.add("JOIN", RuleKind::kJoin, all);
  return d;
}

Derivation chain(unsigned length) {
  Derivation d;
  d.add("step 0", RuleKind::kInference);
  for (NodeId node = 1; node < length; ++node) {
    d.add("step " + std::to_string(node), RuleKind::kInference, {node - 1});
  }
  return d;
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  for (const std::string_view line : split_text(text, '\n')) {
    widest = std::max(widest, columns_of(line));
  }
  return widest;
}

std::string without_ansi(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t escape = std::min(text.find('\x1b'), text.size());
    plain += text.substr(0, escape);
    text.remove_prefix(escape);
    if (!text.empty()) text.remove_prefix(text.find('m') + 1);
  }
  return plain;
}

TEST(RuleTreeText, ShowsADerivationOfScan) {
  const Derivation d = scan();
  EXPECT_EQ(rule_tree_text(d.graph, d.table),
            "JOIN                              join\n"
            "├─ C -> S and S                   grammar\n"
            "│  ├─ S -> V twice\n"
            "│  │  └─ V -> D[1] opposite D[2]\n"
            "│  │     └─ D -> U left\n"
            "│  │        └─ U -> jump\n"
            "│  └─ S -> V\n"
            "│     └─ V -> U\n"
            "│        └─ U -> walk\n"
            "└─ x1 and x2                      meaning\n"
            "   ├─ x twice\n"
            "   │  └─ u opposite left\n"
            "   │     └─ jump\n"
            "   └─ walk\n");
}

TEST(RuleTreeText, DrawsASharedNodeOnce) {
  Derivation d;
  d.add("not used", RuleKind::kWorld);
  const NodeId entity = d.add("entity", RuleKind::kKnowledge);
  const NodeId pair = d.add("pair", RuleKind::kMeaning, {entity, entity});
  d.add("both", RuleKind::kMeaning, {pair, entity, pair});
  EXPECT_EQ(rule_tree_text(d.graph, d.table),
            "both               meaning\n"
            "├─ #2 pair\n"
            "│  ├─ #1 entity    knowledge\n"
            "│  └─ ↑ #1 entity\n"
            "├─ ↑ #1 entity\n"
            "└─ ↑ #2 pair       meaning\n");
}

TEST(RuleTreeText, CutsLongNamesByColumnsNotBytes) {
  Derivation d;
  const NodeId wide = d.add("日本語の長い長い名前です", RuleKind::kSurface);
  const NodeId accents = d.add("é\u0301à la carte, s'il vous plaît", RuleKind::kGrammar, {wide});
  d.add("a name of more columns than there are", RuleKind::kGrammar, {accents});
  EXPECT_EQ(rule_tree_text(d.graph, d.table, {30, false}),
            "a name of more colum…  grammar\n"
            "└─ é\u0301à la carte, s'il…\n"
            "   └─ 日本語の長い長…  surface\n");
}

TEST(RuleTreeText, ContinuesAtTheLeftWhenItGetsTooDeep) {
  const Derivation d = chain(5);
  EXPECT_EQ(rule_tree_text(d.graph, d.table, {30, false}),
            "step 4             inference\n"
            "└─ step 3\n"
            "   └─ ↓ #2 step 2\n"
            "\n"
            "#2 step 2          inference\n"
            "└─ step 1\n"
            "   └─ step 0\n");
}

TEST(RuleTreeText, IsNeverWiderThanAsked) {
  const Derivation d = tangled(300);
  for (const std::size_t width : {24U, 25U, 33U, 40U, 80U, 132U}) {
    const std::string text = rule_tree_text(d.graph, d.table, {width, false});
    EXPECT_LE(widest_line(text), width);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(without_ansi(rule_tree_text(d.graph, d.table, {width, true})), text);
  }
  EXPECT_LE(widest_line(rule_tree_text(d.graph, d.table, {1, false})), 24U);
}

TEST(RuleTreeText, DrawsEachNodeOfADeepChain) {
  const Derivation d = chain(5000);
  const std::string text = rule_tree_text(d.graph, d.table);
  EXPECT_LE(widest_line(text), 80U);
  std::vector<int> drawn(5000, 0);
  for (const std::string_view line : split_text(text, '\n')) {
    if (line.empty() || line.find("↓") != std::string_view::npos) continue;
    const std::size_t name = line.find("step ");
    const auto words = split_words(line.substr(name));
    ++drawn[parse_number(words.at(1)).value()];
  }
  EXPECT_EQ(drawn, std::vector<int>(5000, 1));
}

TEST(RuleTree, AnEmptyGraphHasNoTree) {
  EXPECT_EQ(rule_tree_text({}, {}), "");
  EXPECT_NE(rule_tree_svg({}, {}, {"Nothing", {}}).find(">Nothing</text>"), std::string::npos);
}

struct Rect {
  std::uint64_t left, top, right, bottom;
};

std::uint64_t attribute(std::string_view tag, std::string_view name) {
  const std::size_t begin = tag.find(" " + std::string(name) + "=\"") + name.size() + 3;
  return parse_number(tag.substr(begin, tag.find('"', begin) - begin)).value();
}

std::vector<Rect> boxes_of(std::string_view svg) {
  std::vector<Rect> boxes;
  std::size_t at = 0;
  while ((at = svg.find("<rect class=\"box\"", at)) != std::string_view::npos) {
    const std::string_view tag = svg.substr(at, svg.find('>', at) - at);
    const std::uint64_t x = attribute(tag, "x");
    const std::uint64_t y = attribute(tag, "y");
    boxes.push_back({x, y, x + attribute(tag, "width"), y + attribute(tag, "height")});
    at += tag.size();
  }
  return boxes;
}

void expect_apart(const std::vector<Rect>& boxes, std::string_view svg) {
  const std::uint64_t width = attribute(svg, "width");
  const std::uint64_t height = attribute(svg, "height");
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_LT(boxes[i].right, width);
    EXPECT_LT(boxes[i].bottom, height);
    for (std::size_t j = 0; j < i; ++j) {
      const bool apart = boxes[i].right < boxes[j].left || boxes[j].right < boxes[i].left ||
                         boxes[i].bottom < boxes[j].top || boxes[j].bottom < boxes[i].top;
      ASSERT_TRUE(apart) << "boxes " << j << " and " << i;
    }
  }
}

TEST(RuleTreeSvg, DrawsEachRuleOfScan) {
  const Derivation d = scan();
  const std::string target = "I_TURN_LEFT I_TURN_LEFT I_JUMP I_TURN_LEFT I_TURN_LEFT I_JUMP I_WALK";
  const SvgText text{"SCAN", {{"input", "jump opposite left twice and walk"}, {"target", target}}};
  const std::string svg = rule_tree_svg(d.graph, d.table, text);
  expect_well_formed(svg);
  const auto boxes = boxes_of(svg);
  EXPECT_EQ(boxes.size(), d.graph.size());
  expect_apart(boxes, svg);
  for (const char* name : {"JOIN", "C -&gt; S and S", "V -&gt; D[1] opposite D[2]", "U -&gt; jump",
                           "x1 and x2", "x twice", "u opposite left", "walk"}) {
    EXPECT_NE(svg.find(">" + std::string(name) + "</text>"), std::string::npos) << name;
  }
  EXPECT_NE(svg.find(">I_JUMP I_WALK</text>"), std::string::npos) << "the target wraps";
  EXPECT_EQ(count_of(svg, "<path"), d.graph.size() - 1);
  EXPECT_EQ(count_of(svg, "class=\"key "), 3U);
  EXPECT_EQ(svg, rule_tree_svg(d.graph, d.table, text));
}

TEST(RuleTreeSvg, CentresUsersOverTheirInputs) {
  const Derivation d = scan();
  const auto boxes = boxes_of(rule_tree_svg(d.graph, d.table, {}));
  const auto centre = [&boxes](std::size_t i) { return (boxes[i].left + boxes[i].right) / 2; };
  ASSERT_GE(boxes.size(), 3U);
  EXPECT_EQ(centre(0), (centre(1) + centre(2)) / 2);
  EXPECT_EQ(boxes[1].top, boxes[2].top);
}

TEST(RuleTreeSvg, DrawsASharedNodeOnceWithAllItsEdges) {
  const Derivation d = tangled(120);
  const std::string svg = rule_tree_svg(d.graph, d.table, {"<tangled> & \x1b", {{"", "a < b"}}});
  expect_well_formed(svg);
  EXPECT_EQ(svg.find('\x1b'), std::string::npos);
  const auto boxes = boxes_of(svg);
  EXPECT_EQ(boxes.size(), d.graph.size());
  expect_apart(boxes, svg);
  std::size_t edges = 0;
  for (NodeId node = 0; node < d.graph.size(); ++node) {
    edges += d.graph.inputs(node).size();
    const std::string name = "r" + std::to_string(node) + " &lt;a&gt; &amp; &quot;b&quot;";
    if (node != d.graph.root()) {
      EXPECT_NE(svg.find("<title>" + name), std::string::npos) << name;
    }
  }
  EXPECT_EQ(count_of(svg, "<path"), edges);
}

TEST(RuleTreeSvg, TakesADeepChain) {
  const Derivation d = chain(5000);
  const std::string svg = rule_tree_svg(d.graph, d.table, {"Deep", {}});
  EXPECT_EQ(boxes_of(svg).size(), 5000U);
  EXPECT_NE(svg.find(">step 4999</text>"), std::string::npos);
}

}  // namespace
}  // namespace assay
