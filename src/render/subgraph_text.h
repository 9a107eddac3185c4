// A part of a derivation on one line, as the papers write it: a rule, and in brackets its inputs.
#pragma once

#include <span>
#include <string>

#include "assay/core/rule_graph.h"

namespace assay {

// "S -> V twice( V -> U( U -> jump ) )" for some nodes of a graph, ascending. "_" is an input that
// is not among them; a rule none of whose inputs are has no brackets. What several rules use is
// "#5 name" where it is told and "#5" elsewhere. Parts below different tops are joined by " + ".
std::string subgraph_text(const RuleGraph& graph, std::span<const NodeId> nodes,
                          const RuleTable& table);

}  // namespace assay
