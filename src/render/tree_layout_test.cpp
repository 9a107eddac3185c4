#include "assay/render/tree_layout.h"

#include <gtest/gtest.h>

#include <numeric>

namespace assay {
namespace {

constexpr BoxSize kSize{60, 30};

RuleGraph graph_of(const std::vector<std::vector<NodeId>>& inputs) {
  RuleGraph graph;
  for (const auto& node : inputs) graph.apply(0, node);
  return graph;
}

TreeLayout lay_out_alike(const RuleGraph& graph) {
  return lay_out(graph, std::vector<BoxSize>(graph.size(), kSize));
}

TEST(TreeLayout, SharesOutTheSlackBetweenSiblings) {
  // The outer two inputs have three inputs each, the middle one has none.
  const RuleGraph graph = graph_of({{}, {}, {}, {0, 1, 2}, {}, {}, {}, {}, {5, 6, 7}, {3, 4, 8}});
  const TreeLayout layout = lay_out_alike(graph);
  ASSERT_EQ(layout.boxes.size(), 10U);
  const auto left = [&layout](std::size_t i) { return layout.boxes[i].left; };
  EXPECT_EQ(layout.boxes[2].node, 4U);
  EXPECT_EQ(left(2) - left(1), left(3) - left(2));
  EXPECT_EQ(left(0), left(2));
}

// A box and a straight stretch of an edge on the same level never meet.
TEST(TreeLayout, EdgesOverSeveralLevelsCrossNoBox) {
  std::vector<std::vector<NodeId>> inputs(4);
  for (NodeId node = 4; node < 60; ++node) {
    inputs.push_back({node - 1, node - 2 - node % 3, (node * 7) % node});
  }
  const TreeLayout layout = lay_out_alike(graph_of(inputs));
  std::size_t stretches = 0;
  for (const auto& edge : layout.edges) {
    for (std::size_t i = 1; i + 1 < edge.stretches.size(); ++i) {
      const auto& stretch = edge.stretches[i];
      ++stretches;
      EXPECT_GT(stretch.top, edge.stretches[i - 1].bottom);
      for (const auto& box : layout.boxes) {
        const bool beside = stretch.x < box.left || stretch.x > box.left + kSize.width;
        const bool elsewhere = stretch.bottom < box.top || stretch.top > box.top + kSize.height;
        EXPECT_TRUE(beside || elsewhere) << edge.user << " -> " << edge.input;
      }
    }
  }
  EXPECT_GT(stretches, 500U);
}

TEST(TreeLayout, TakesManyInputsAndDeepSharing) {
  std::vector<std::vector<NodeId>> inputs(1);
  for (NodeId node = 1; node < 3000; ++node) inputs.push_back({node - 1, 0});
  std::vector<NodeId> all(3000);
  std::iota(all.begin(), all.end(), NodeId{0});
  inputs.push_back(all);
  const TreeLayout layout = lay_out_alike(graph_of(inputs));
  EXPECT_EQ(layout.boxes.size(), 3001U);
  EXPECT_EQ(layout.edges.size(), 2U * 2999U + 3000U);
}

TEST(TreeLayout, LeavesOutWhatTheRootDoesNotReach) {
  const TreeLayout layout = lay_out_alike(graph_of({{}, {}, {1}}));
  ASSERT_EQ(layout.boxes.size(), 2U);
  EXPECT_EQ(layout.boxes[0].node, 2U);
  EXPECT_EQ(layout.boxes[1].node, 1U);
  EXPECT_EQ(layout.width, kSize.width);
}

}  // namespace
}  // namespace assay
