#include "assay/dbca/graph_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assay/dbca/brute_force_testing.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RuleGraph as_graph(const GraphView& view) {
  RuleGraph graph;
  for (NodeId node = 0; node < view.size(); ++node) {
    graph.apply(view.rules[node], view.inputs_of(node));
  }
  return graph;
}

TEST(GraphPool, IsEmptyAtFirst) {
  const GraphPool pool;
  EXPECT_EQ(pool.examples(), 0U);
  EXPECT_EQ(pool.shapes(), 0U);
}

TEST(GraphPool, ShowsTheGraphThatWasAdded) {
  RuleGraph graph;
  graph.apply(7, {});
  graph.apply(8, {});
  graph.apply(9, {1, 0, 1});
  GraphPool pool;
  pool.add(graph);
  const GraphView view = pool.shape(0);
  EXPECT_THAT(view.rules, ElementsAre(7, 8, 9));
  EXPECT_THAT(view.inputs_of(0), IsEmpty());
  EXPECT_THAT(view.inputs_of(1), IsEmpty());
  EXPECT_THAT(view.inputs_of(2), ElementsAre(1, 0, 1));
}

TEST(GraphPool, KeepsEqualGraphsOnce) {
  RuleGraph one;
  one.apply(1, {});
  RuleGraph two = one;
  two.apply(1, {0});
  RuleGraph apart = one;
  apart.apply(1, {});
  GraphPool pool;
  for (const RuleGraph& graph : {one, two, apart, two, RuleGraph(), one, RuleGraph()}) {
    pool.add(graph);
  }
  EXPECT_EQ(pool.examples(), 7U);
  EXPECT_EQ(pool.shapes(), 4U);
  std::vector<std::uint32_t> shapes;
  for (std::size_t i = 0; i < pool.examples(); ++i) shapes.push_back(pool.shape_of(i));
  EXPECT_THAT(shapes, ElementsAre(0, 1, 2, 1, 3, 0, 3));
  EXPECT_EQ(pool.shape(3).size(), 0U);
}

TEST(GraphPool, TakesOverAnotherAsIfOneByOne) {
  Stream stream(stream_key(5, "graph pool test"), {});
  GraphPool whole;
  GraphPool merged;
  for (std::size_t part = 0; part < 7; ++part) {
    GraphPool pool;
    for (std::size_t i = 0; i < part * 20; ++i) {
      const RuleGraph graph = brute_force::random_graph(
          stream, {.least_nodes = 1, .most_nodes = 4, .rules = 2, .most_inputs = 2});
      whole.add(graph);
      pool.add(graph);
    }
    merged.add(pool);
  }
  ASSERT_EQ(merged.examples(), whole.examples());
  ASSERT_EQ(merged.shapes(), whole.shapes());
  for (std::size_t i = 0; i < whole.examples(); ++i) {
    ASSERT_EQ(merged.shape_of(i), whole.shape_of(i));
  }
  for (std::size_t i = 0; i < whole.shapes(); ++i) {
    ASSERT_EQ(as_graph(merged.shape(i)), as_graph(whole.shape(i)));
  }
}

TEST(GraphPool, GivesBackEveryExampleAndNumbersShapesByFirstUse) {
  for (std::uint64_t unit = 0; unit < 50; ++unit) {
    Stream stream(stream_key(4, "graph pool test"), {.unit = unit});
    std::vector<RuleGraph> graphs;
    std::vector<RuleGraph> distinct;
    GraphPool pool;
    for (std::size_t i = 0; i < 200; ++i) {
      graphs.push_back(brute_force::random_graph(
          stream, {.least_nodes = 1, .most_nodes = 1 + unit % 6, .rules = 2, .most_inputs = 2}));
      pool.add(graphs.back());
      const auto known = std::ranges::find(distinct, graphs.back());
      ASSERT_EQ(pool.shape_of(i), known - distinct.begin());
      if (known == distinct.end()) distinct.push_back(graphs.back());
    }
    ASSERT_EQ(pool.examples(), graphs.size());
    ASSERT_EQ(pool.shapes(), distinct.size());
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      ASSERT_EQ(as_graph(pool.shape(pool.shape_of(i))), graphs[i]);
    }
  }
}

}  // namespace
}  // namespace assay
