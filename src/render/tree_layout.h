// Where the boxes and edges of a rule graph go: a tidy tree, level by level.
//
// After Reingold and Tilford (1981): subtrees are pushed together until their outlines almost
// touch, a user stands over the middle of its inputs, slack between siblings is shared out evenly.
// A node's level is its longest distance from the root, so every edge leads down; a shared node
// hangs below the leftmost user of the level above it. An edge over several levels gets a corridor
// of its own and crosses no box; a graph that would need more than 50,000 corridors gets none.
// Whole pixels only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/rule_graph.h"

namespace assay {

struct BoxSize {
  std::int64_t width = 0;  // even
  std::int64_t height = 0;
};

struct TreeLayout {
  struct Box {
    NodeId node;
    std::int64_t left;
    std::int64_t top;
  };
  // A stretch where the edge runs straight down.
  struct Stretch {
    std::int64_t x;
    std::int64_t top;
    std::int64_t bottom;
  };
  // The first stretch begins in the box of the user, the last one is the point where the edge meets
  // the input.
  struct Edge {
    NodeId user;
    NodeId input;
    std::vector<Stretch> stretches;
  };
  std::vector<Box> boxes;  // level by level, left to right; only what the root reaches
  std::vector<Edge> edges;
  std::int64_t width = 0;
  std::int64_t height = 0;
};

// Lays out what the root of a non-empty graph reaches; `sizes` has one entry a node.
TreeLayout lay_out(const RuleGraph& graph, std::span<const BoxSize> sizes);

}  // namespace assay
