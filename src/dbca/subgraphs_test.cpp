#include "assay/dbca/subgraphs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "assay/base/error.h"
#include "assay/dbca/brute_force_testing.h"

namespace assay {
namespace {

using brute_force::connected_masks;
using brute_force::nodes_of;
using brute_force::random_graph;
using brute_force::three_hashes;
using testing::ElementsAre;
using testing::IsEmpty;

Stream subgraphs_stream(std::uint64_t unit) {
  return {stream_key(7, "subgraphs test"), {.unit = unit}};
}

std::uint32_t mask_of(std::span<const NodeId> nodes) {
  std::uint32_t mask = 0;
  for (const NodeId node : nodes) mask |= 1U << node;
  return mask;
}

// Compares what was found with every bit mask of nodes, what lies in what, and the keys.
void expect_same_as_brute_force(const Subgraphs& found, const RuleGraph& graph,
                                const GraphView& view, std::uint32_t most_nodes, bool ordered) {
  std::map<std::uint32_t, CompoundKey> keys;
  for (std::size_t set = 0; set < found.size(); ++set) {
    const auto nodes = found.nodes(set);
    ASSERT_TRUE(std::ranges::is_sorted(nodes));
    ASSERT_TRUE(set == 0 || found.nodes(set - 1).size() <= nodes.size());
    ASSERT_TRUE(keys.emplace(mask_of(nodes), found.compound(set)).second);
  }
  std::vector<std::uint32_t> masks;
  for (const auto& entry : keys) masks.push_back(entry.first);
  ASSERT_EQ(masks, connected_masks(graph, most_nodes));
  for (NodeId node = 0; node < graph.size(); ++node) {
    ASSERT_THAT(found.nodes(node), ElementsAre(node));
  }
  CompoundKeys other_keys(ordered, three_hashes());
  other_keys.enter(view);
  for (std::size_t set = 0; set < found.size(); ++set) {
    const std::uint32_t mask = mask_of(found.nodes(set));
    std::set<CompoundKey> larger;
    for (NodeId node = 0; node < graph.size(); ++node) {
      const auto grown = keys.find(mask | 1U << node);
      if ((mask >> node & 1U) == 0 && grown != keys.end()) larger.insert(grown->second);
    }
    ASSERT_TRUE(std::ranges::equal(found.larger(set), larger));
    ASSERT_EQ(found.compound(set), other_keys.key(nodes_of(mask)));
  }
  ASSERT_FALSE(found.is_cut());
}

void check(Subgraphs& found, const RuleGraph& graph, std::uint32_t most_nodes, bool ordered) {
  GraphPool pool;
  pool.add(graph);
  found.find(pool.shape(0));
  expect_same_as_brute_force(found, graph, pool.shape(0), most_nodes, ordered);
}

CompoundDefinition definition_of(std::uint32_t most_nodes, bool ordered) {
  return {.name = "test", .most_nodes = most_nodes, .kept = 0, .ordered = ordered};
}

// The graph of `size` nodes whose edges are the bits of `edges`; rules alternate where asked.
RuleGraph graph_of_bits(NodeId size, std::uint32_t edges, RuleId rules) {
  RuleGraph graph;
  for (NodeId node = 0; node < size; ++node) {
    std::vector<NodeId> inputs;
    for (NodeId input = 0; input < node; ++input, edges >>= 1U) {
      if ((edges & 1U) != 0) inputs.push_back(input);
    }
    graph.apply(node % rules, inputs);
  }
  return graph;
}

class SubgraphsOrder : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Each, SubgraphsOrder, testing::Bool(),
                         [](const auto& one) { return one.param ? "Ordered" : "Unordered"; });

TEST_P(SubgraphsOrder, AreAllConnectedSetsOfAllGraphsUpToFiveNodes) {
  for (const std::uint32_t most_nodes : {1U, 2U, 3U, 4U, 5U, 6U}) {
    Subgraphs found(definition_of(most_nodes, GetParam()), three_hashes());
    for (const RuleId rules : {1U, 2U, 3U}) {
      for (NodeId size = 0; size <= 5; ++size) {
        for (std::uint32_t edges = 0; edges < 1U << (size * (size - (size > 0)) / 2); ++edges) {
          check(found, graph_of_bits(size, edges, rules), most_nodes, GetParam());
          if (HasFatalFailure()) FAIL() << size << " nodes, edges " << edges;
        }
      }
    }
  }
}

TEST_P(SubgraphsOrder, AreAllConnectedSetsOfAllGraphsOfSixNodes) {
  for (const std::uint32_t most_nodes : {3U, 6U}) {
    Subgraphs found(definition_of(most_nodes, GetParam()), three_hashes());
    for (const RuleId rules : {1U, 3U}) {
      for (std::uint32_t edges = 0; edges < 1U << 15U; ++edges) {
        check(found, graph_of_bits(6, edges, rules), most_nodes, GetParam());
        if (HasFatalFailure()) FAIL() << "edges " << edges;
      }
    }
  }
}

TEST_P(SubgraphsOrder, AreAllConnectedSetsOfLargerRandomGraphs) {
  for (std::uint64_t unit = 0; unit < 400; ++unit) {
    Stream stream = subgraphs_stream(unit);
    const auto most_nodes = static_cast<std::uint32_t>(1 + stream.below(10));
    Subgraphs found(definition_of(most_nodes, GetParam()), three_hashes());
    for (int graph = 0; graph < 4; ++graph) {
      check(
          found,
          random_graph(stream, {.least_nodes = 1, .most_nodes = 12, .rules = 3, .most_inputs = 2}),
          most_nodes, GetParam());
      if (HasFatalFailure()) FAIL() << unit;
    }
  }
}

// Graphs in which no input stands in two slots, so that nodes tell a path.
void expect_same_as_all_paths(Subgraphs& found, const RuleGraph& graph,
                              const CompoundDefinition& definition) {
  GraphPool pool;
  pool.add(graph);
  found.find(pool.shape(0));
  std::map<std::vector<NodeId>, brute_force::Path> paths;  // by nodes, from below
  for (const brute_force::Path& path : brute_force::all_paths(graph, definition.most_nodes)) {
    if (path.nodes.size() < definition.least_nodes) continue;
    ASSERT_TRUE(paths.emplace(std::vector(path.nodes.rbegin(), path.nodes.rend()), path).second);
  }
  ASSERT_EQ(found.size(), paths.size());
  const auto path_of = [&](std::size_t set) {
    return paths.at({found.nodes(set).begin(), found.nodes(set).end()});
  };
  // Rules and, where they count, slots.
  std::map<std::vector<std::size_t>, CompoundKey> key_of_name;
  std::set<CompoundKey> keys;
  for (std::size_t set = 0; set < found.size(); ++set) {
    const brute_force::Path path = path_of(set);
    std::vector<std::size_t> name;
    for (const NodeId node : path.nodes) name.push_back(graph.rule(node));
    if (definition.ordered) name.insert(name.end(), path.slots.begin(), path.slots.end());
    ASSERT_EQ(key_of_name.emplace(name, found.compound(set)).first->second, found.compound(set));
    keys.insert(found.compound(set));
    ASSERT_TRUE(set == 0 || found.nodes(set - 1).size() <= found.nodes(set).size());
    std::set<CompoundKey> larger;
    for (std::size_t other = 0; other < found.size(); ++other) {
      if (found.nodes(other).size() == found.nodes(set).size() + 1 &&
          brute_force::lies_in(path, path_of(other))) {
        larger.insert(found.compound(other));
      }
    }
    ASSERT_TRUE(std::ranges::equal(found.larger(set), larger));
  }
  ASSERT_EQ(keys.size(), key_of_name.size());
}

TEST_P(SubgraphsOrder, OfChainsAreAllPathsOfAllGraphsUpToFiveNodes) {
  for (const std::uint32_t most_nodes : {1U, 2U, 3U, 5U, 6U}) {
    for (const std::uint32_t least_nodes : {1U, 2U, 3U}) {
      if (least_nodes > most_nodes) continue;
      CompoundDefinition definition = definition_of(most_nodes, GetParam());
      definition.shape = CompoundShape::kChains;
      definition.least_nodes = least_nodes;
      Subgraphs found(definition, three_hashes());
      for (const RuleId rules : {1U, 2U, 3U}) {
        for (NodeId size = 0; size <= 5; ++size) {
          for (std::uint32_t edges = 0; edges < 1U << (size * (size - (size > 0)) / 2); ++edges) {
            expect_same_as_all_paths(found, graph_of_bits(size, edges, rules), definition);
            if (HasFatalFailure()) FAIL() << size << " nodes, edges " << edges;
          }
        }
      }
    }
  }
}

// f(a, a) with one a: two paths of the same nodes, two compounds where slots count.
TEST_P(SubgraphsOrder, OfChainsAreOneForEverySlotOfASharedInput) {
  RuleGraph graph;
  graph.apply(0, {});
  graph.apply(1, {0, 0});
  GraphPool pool;
  pool.add(graph);
  CompoundDefinition definition = definition_of(3, GetParam());
  definition.shape = CompoundShape::kChains;
  definition.least_nodes = 2;
  Subgraphs found(definition, three_hashes());
  found.find(pool.shape(0));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found.nodes(0), ElementsAre(0, 1));
  EXPECT_THAT(found.nodes(1), ElementsAre(0, 1));
  EXPECT_EQ(found.compound(0) == found.compound(1), !GetParam());
}

// A chain is also a connected set, and has the same key.
TEST_P(SubgraphsOrder, OfChainsHaveTheKeysOfConnectedSetsInTrees) {
  RuleGraph tree;
  tree.apply(0, {});
  tree.apply(1, {});
  tree.apply(2, {0, 1});
  tree.apply(1, {});
  tree.apply(0, {2, 3});
  GraphPool pool;
  pool.add(tree);
  CompoundDefinition definition = definition_of(3, GetParam());
  Subgraphs connected(definition, three_hashes());
  definition.shape = CompoundShape::kChains;
  Subgraphs chains(definition, three_hashes());
  connected.find(pool.shape(0));
  chains.find(pool.shape(0));
  std::map<std::vector<NodeId>, CompoundKey> keys;
  for (std::size_t set = 0; set < connected.size(); ++set) {
    const auto nodes = connected.nodes(set);
    keys[{nodes.begin(), nodes.end()}] = connected.compound(set);
  }
  ASSERT_EQ(chains.size(), 5U + 4U + 2U);
  for (std::size_t set = 0; set < chains.size(); ++set) {
    const auto nodes = chains.nodes(set);
    EXPECT_EQ(chains.compound(set), keys.at({nodes.begin(), nodes.end()})) << set;
  }
}

TEST(Subgraphs, OfTooFewNodesAreLeftOut) {
  for (std::uint64_t unit = 0; unit < 100; ++unit) {
    Stream stream = subgraphs_stream(30000 + unit);
    const RuleGraph graph = random_graph(stream, {.least_nodes = 1, .most_nodes = 8, .rules = 2});
    GraphPool pool;
    pool.add(graph);
    CompoundDefinition definition = definition_of(4, true);
    if (unit % 2 == 0) definition.shape = CompoundShape::kChains;
    Subgraphs all(definition, three_hashes());
    definition.least_nodes = static_cast<std::uint32_t>(2 + unit % 3);
    Subgraphs some(definition, three_hashes());
    all.find(pool.shape(0));
    some.find(pool.shape(0));
    ASSERT_LE(some.size(), all.size());
    const std::size_t left_out = all.size() - some.size();
    ASSERT_TRUE(left_out == 0 || all.nodes(left_out - 1).size() < definition.least_nodes);
    for (std::size_t set = 0; set < some.size(); ++set) {
      ASSERT_GE(some.nodes(set).size(), definition.least_nodes);
      ASSERT_TRUE(std::ranges::equal(some.nodes(set), all.nodes(left_out + set)));
      ASSERT_EQ(some.compound(set), all.compound(left_out + set));
      ASSERT_TRUE(std::ranges::equal(some.larger(set), all.larger(left_out + set)));
    }
  }
}

TEST(Subgraphs, OfAChainAreItsStretches) {
  RuleGraph chain;
  chain.apply(0, {});
  chain.apply(0, {0});
  chain.apply(0, {1});
  GraphPool pool;
  pool.add(chain);
  Subgraphs found(definition_of(2, true), three_hashes());
  found.find(pool.shape(0));
  ASSERT_EQ(found.size(), 5U);
  EXPECT_THAT(found.nodes(3), ElementsAre(0, 1));
  EXPECT_THAT(found.nodes(4), ElementsAre(1, 2));
  EXPECT_EQ(found.compound(3), found.compound(4));
  EXPECT_THAT(found.larger(1), ElementsAre(found.compound(3)));
  EXPECT_THAT(found.larger(3), IsEmpty());
}

TEST(Subgraphs, RefuseSizesThatKeysCannotHold) {
  EXPECT_THROW(Subgraphs(definition_of(0, true), three_hashes()), Bug);
  EXPECT_THROW(Subgraphs(definition_of(kMostCompoundNodes + 1, true), three_hashes()), Bug);
  CompoundDefinition definition = definition_of(3, true);
  for (const std::uint32_t least_nodes : {0U, 4U}) {
    definition.least_nodes = least_nodes;
    EXPECT_THROW(Subgraphs(definition, three_hashes()), Bug);
  }
}

// A chain has n + 1 - s sets of s nodes, also far beyond the nodes of a machine word.
class SubgraphsShape : public testing::TestWithParam<CompoundShape> {};
INSTANTIATE_TEST_SUITE_P(Each, SubgraphsShape,
                         testing::Values(CompoundShape::kConnected, CompoundShape::kChains),
                         [](const auto& one) {
                           return one.param == CompoundShape::kChains ? "Chains" : "Connected";
                         });

TEST_P(SubgraphsShape, OfLongChainsAreAllStretches) {
  for (const NodeId length : {63U, 64U, 65U, 66U, 200U, 1000U}) {
    RuleGraph chain;
    chain.apply(0, {});
    for (NodeId node = 0; node + 1 < length; ++node) chain.apply(0, {node});
    GraphPool pool;
    pool.add(chain);
    CompoundDefinition definition = definition_of(5, true);
    definition.shape = GetParam();
    Subgraphs found(definition, three_hashes());
    found.find(pool.shape(0));
    std::size_t set = 0;
    std::set<CompoundKey> compounds;
    for (NodeId size = 1; size <= 5; ++size) {
      for (NodeId first = 0; first + size <= length; ++first, ++set) {
        std::vector<NodeId> nodes(size);
        std::iota(nodes.begin(), nodes.end(), first);
        ASSERT_TRUE(std::ranges::equal(found.nodes(set), nodes));
        ASSERT_EQ(found.larger(set).size(), size < 5 ? 1U : 0U);
        compounds.insert(found.compound(set));
      }
    }
    EXPECT_EQ(found.size(), set);
    EXPECT_EQ(compounds.size(), 5U);
  }
}

// The same graph behind so many single nodes that it lies beyond the 64th.
TEST(Subgraphs, OfWideGraphsEqualThoseOfTheirParts) {
  for (std::uint64_t unit = 0; unit < 100; ++unit) {
    Stream stream = subgraphs_stream(10000 + unit);
    const RuleGraph part = random_graph(stream, {.least_nodes = 6, .most_nodes = 10, .rules = 2});
    constexpr NodeId kApart = 60;
    RuleGraph wide;
    for (NodeId node = 0; node < kApart; ++node) wide.apply(2, {});
    wide.append(part);
    GraphPool pool;
    pool.add(part);
    pool.add(wide);
    Subgraphs narrow_found(definition_of(4, true), three_hashes());
    Subgraphs wide_found(definition_of(4, true), three_hashes());
    narrow_found.find(pool.shape(0));
    wide_found.find(pool.shape(1));
    ASSERT_EQ(wide_found.size(), narrow_found.size() + kApart);
    std::map<std::vector<NodeId>, std::size_t> set_of;
    for (std::size_t set = 0; set < narrow_found.size(); ++set) {
      const auto nodes = narrow_found.nodes(set);
      set_of[{nodes.begin(), nodes.end()}] = set;
    }
    for (std::size_t set = kApart; set < wide_found.size(); ++set) {
      std::vector<NodeId> nodes;
      for (const NodeId node : wide_found.nodes(set)) nodes.push_back(node - kApart);
      ASSERT_TRUE(set_of.contains(nodes));
      ASSERT_EQ(wide_found.compound(set), narrow_found.compound(set_of[nodes]));
      ASSERT_TRUE(std::ranges::equal(wide_found.larger(set), narrow_found.larger(set_of[nodes])));
    }
  }
}

// Whole sizes are left out from the largest down, and what was left out is no larger compound.
TEST_P(SubgraphsShape, StopBeforeTheSizeThatWereTooMany) {
  const bool chains = GetParam() == CompoundShape::kChains;
  for (std::uint64_t unit = 0; unit < 200; ++unit) {
    Stream stream = subgraphs_stream(20000 + unit);
    const RuleGraph graph = random_graph(stream, {.least_nodes = 5, .most_nodes = 9, .rules = 2});
    GraphPool pool;
    pool.add(graph);
    const auto count = [&](std::uint32_t size) {
      return chains ? brute_force::all_paths(graph, size).size()
                    : connected_masks(graph, size).size();
    };
    const std::size_t all = count(6);
    for (std::size_t most_sets = graph.size(); most_sets <= all + 1; ++most_sets) {
      std::uint32_t size = 6;
      while (count(size) > most_sets) --size;
      CompoundDefinition definition = definition_of(6, true);
      definition.shape = GetParam();
      definition.most_sets = static_cast<std::uint32_t>(most_sets);
      Subgraphs cut(definition, three_hashes());
      definition.most_sets = 0;
      definition.most_nodes = size;
      Subgraphs whole(definition, three_hashes());
      // A cut graph leaves nothing behind for the next.
      for (int again = 0; again < 2; ++again) cut.find(pool.shape(0));
      whole.find(pool.shape(0));
      ASSERT_EQ(cut.is_cut(), most_sets < all);
      ASSERT_EQ(cut.size(), whole.size());
      for (std::size_t set = 0; set < cut.size(); ++set) {
        ASSERT_TRUE(std::ranges::equal(cut.nodes(set), whole.nodes(set)));
        ASSERT_EQ(cut.compound(set), whole.compound(set));
        ASSERT_TRUE(std::ranges::equal(cut.larger(set), whole.larger(set)));
      }
    }
  }
}

TEST(Subgraphs, KeepSingleNodesHoweverFewSetsAreWanted) {
  RuleGraph chain;
  chain.apply(0, {});
  chain.apply(1, {0});
  chain.apply(2, {1});
  GraphPool pool;
  pool.add(chain);
  CompoundDefinition definition = definition_of(3, true);
  definition.most_sets = 1;
  Subgraphs found(definition, three_hashes());
  found.find(pool.shape(0));
  EXPECT_EQ(found.size(), 3U);
  EXPECT_TRUE(found.is_cut());
  EXPECT_THAT(found.larger(1), IsEmpty());
}

}  // namespace
}  // namespace assay
