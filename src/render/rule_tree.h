// The derivation of an example as a picture: for a terminal and as SVG.
//
// Someone who asks why an example has its target wants to see which rules made it. Both forms show
// every rule that the root uses, inputs in slot order, with the kind of each rule. A derivation is
// a graph, not a tree: what several rules use is drawn once. "#5" is the node's place in the list
// form on disk (core/rule_graph.h). Both forms are pure functions of their arguments, take linear
// memory and no recursion, so a derivation may be thousands of rules deep.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/core/rule_graph.h"
#include "assay/render/svg_setting.h"

namespace assay {

struct TextStyle {
  std::size_t width = 80;  // columns of the terminal; less than 24 counts as 24
  bool colour = false;     // ANSI colours; they add nothing that the text does not say
};

// One rule a line, indented under its user, the kind at the right where it changes. A shared node
// is "#5 name" where it is drawn and "↑ #5 name" at its other users. Where the indentation leaves
// no room for names, "↓ #7 name" stands for a part that is drawn below at the left margin. Names
// too long for the line end in an ellipsis. Empty for an empty graph.
std::string rule_tree_text(const RuleGraph& graph, const RuleTable& table, TextStyle style = {});

struct SvgText {
  struct Line {
    std::string label;  // "input"; may be empty
    std::string text;
  };
  std::string title;
  std::vector<Line> lines;  // above the tree, each wrapped
};

// An SVG document without scripts or outside resources: root on top, users centred above their
// inputs, an edge from each user of a shared node. Every box has its full rule name as a tooltip.
// In a page the lines are left out.
std::string rule_tree_svg(const RuleGraph& graph, const RuleTable& table, const SvgText& text,
                          SvgSetting setting = SvgSetting::kFile);

}  // namespace assay
