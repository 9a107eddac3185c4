#include "assay/dbca/compound_key.h"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>

#include "assay/base/error.h"
#include "assay/dbca/brute_force_testing.h"

namespace assay {
namespace {

using brute_force::are_isomorphic;
using brute_force::connected_masks;
using brute_force::Induced;
using brute_force::induced;
using brute_force::nodes_of;
using brute_force::random_graph;

Stream compound_key_stream(std::uint64_t unit) {
  return {stream_key(6, "compound key test"), {.unit = unit}};
}

std::vector<std::uint64_t> some_hashes(std::size_t rules) {
  Stream stream = compound_key_stream(~std::uint64_t{0});
  std::vector<std::uint64_t> hashes(rules);
  for (std::uint64_t& hash : hashes) hash = stream.next64();
  return hashes;
}

std::vector<NodeId> all_nodes(const RuleGraph& graph) {
  std::vector<NodeId> nodes(graph.size());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return nodes;
}

CompoundKey key_of(const RuleGraph& graph, std::span<const NodeId> nodes, bool ordered) {
  static const std::vector<std::uint64_t> kHashes = some_hashes(32);
  GraphPool pool;
  pool.add(graph);
  CompoundKeys keys(ordered, kHashes);
  keys.enter(pool.shape(0));
  return keys.key(nodes);
}

CompoundKey key_of(const RuleGraph& graph, bool ordered) {
  return key_of(graph, all_nodes(graph), ordered);
}

// The same graph, its nodes in another order that keeps inputs before their users; without order,
// inputs are shuffled, too.
RuleGraph renumbered(const RuleGraph& graph, Stream& stream, bool ordered) {
  constexpr NodeId kNowhere = ~NodeId{0};
  std::vector<NodeId> place(graph.size(), kNowhere);
  RuleGraph other;
  while (other.size() < graph.size()) {
    const auto node = static_cast<NodeId>(stream.below(graph.size()));
    std::vector<NodeId> inputs;
    for (const NodeId input : graph.inputs(node)) inputs.push_back(place[input]);
    if (place[node] != kNowhere || std::ranges::count(inputs, kNowhere) > 0) continue;
    if (!ordered) stream.shuffle(std::span(inputs));
    place[node] = other.apply(graph.rule(node), inputs);
  }
  return other;
}

// Every connected subgraph of some graphs, with the key of each.
struct Part {
  Induced graph;
  CompoundKey key = 0;
};

void append_parts(const RuleGraph& graph, std::uint32_t most_nodes, bool ordered,
                  std::vector<Part>& parts) {
  for (const std::uint32_t mask : connected_masks(graph, most_nodes)) {
    const auto nodes = nodes_of(mask);
    parts.push_back({induced(graph, nodes, ordered), key_of(graph, nodes, ordered)});
  }
}

// How many pairs are isomorphic; nothing when keys say otherwise.
std::optional<std::size_t> count_equal_pairs(const std::vector<Part>& parts) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool same = are_isomorphic(parts[i].graph, parts[j].graph);
      if (same != (parts[i].key == parts[j].key)) return std::nullopt;
      if (same) ++equal;
    }
  }
  return equal;
}

TEST(CompoundKey, OfASingleNodeIsThatOfItsRule) {
  RuleGraph graph;
  graph.apply(1, {});
  graph.apply(2, {0});
  graph.apply(1, {1, 0});
  for (const bool ordered : {false, true}) {
    const auto key = [&](NodeId node) { return key_of(graph, {&node, 1}, ordered); };
    EXPECT_EQ(key(0), key(2));
    EXPECT_NE(key(0), key(1));
  }
}

TEST(CompoundKey, TellsANodeUsedTwiceFromTwoEqualNodes) {
  RuleGraph shared;
  shared.apply(1, {});
  shared.apply(2, {0, 0});
  RuleGraph twins;
  twins.apply(1, {});
  twins.apply(1, {});
  twins.apply(2, {0, 1});
  RuleGraph single;
  single.apply(1, {});
  single.apply(2, {0});
  for (const bool ordered : {false, true}) {
    EXPECT_NE(key_of(shared, ordered), key_of(twins, ordered));
    EXPECT_NE(key_of(shared, ordered), key_of(single, ordered));
    EXPECT_NE(key_of(twins, ordered), key_of(single, ordered));
  }
}

TEST(CompoundKey, TellsADiamondFromItsTree) {
  RuleGraph diamond;
  diamond.apply(1, {});
  diamond.apply(2, {0});
  diamond.apply(2, {0});
  diamond.apply(3, {1, 2});
  RuleGraph tree;
  tree.apply(1, {});
  tree.apply(1, {});
  tree.apply(2, {0});
  tree.apply(2, {1});
  tree.apply(3, {2, 3});
  for (const bool ordered : {false, true}) {
    EXPECT_NE(key_of(diamond, ordered), key_of(tree, ordered));
  }
}

TEST(CompoundKey, TellsSeveralRootsFromSeveralLeaves) {
  RuleGraph roots;
  roots.apply(1, {});
  roots.apply(1, {0});
  roots.apply(1, {0});
  RuleGraph leaves;
  leaves.apply(1, {});
  leaves.apply(1, {});
  leaves.apply(1, {0, 1});
  RuleGraph chain;
  chain.apply(1, {});
  chain.apply(1, {0});
  chain.apply(1, {1});
  for (const bool ordered : {false, true}) {
    EXPECT_NE(key_of(roots, ordered), key_of(leaves, ordered));
    EXPECT_NE(key_of(roots, ordered), key_of(chain, ordered));
    EXPECT_NE(key_of(leaves, ordered), key_of(chain, ordered));
  }
}

TEST(CompoundKey, MindsTheSlotOnlyWhenOrdered) {
  RuleGraph graph;
  graph.apply(1, {});
  graph.apply(2, {});
  graph.apply(3, {0, 1});
  RuleGraph swapped;
  swapped.apply(1, {});
  swapped.apply(2, {});
  swapped.apply(3, {1, 0});
  EXPECT_NE(key_of(graph, true), key_of(swapped, true));
  EXPECT_EQ(key_of(graph, false), key_of(swapped, false));
  // Slots count as in the whole graph, also where only one input lies inside.
  const std::vector<NodeId> first_and_root{0, 2};
  EXPECT_NE(key_of(graph, first_and_root, true), key_of(swapped, first_and_root, true));
  EXPECT_EQ(key_of(graph, first_and_root, false), key_of(swapped, first_and_root, false));
}

TEST(CompoundKey, MindsHowOftenANodeIsUsed) {
  RuleGraph first_twice;
  first_twice.apply(1, {});
  first_twice.apply(1, {0});
  first_twice.apply(2, {0, 0, 1});
  RuleGraph second_twice;
  second_twice.apply(1, {});
  second_twice.apply(1, {0});
  second_twice.apply(2, {0, 1, 1});
  for (const bool ordered : {false, true}) {
    EXPECT_NE(key_of(first_twice, ordered), key_of(second_twice, ordered));
  }
}

TEST(CompoundKey, DoesNotDependOnTheNumbersOfRules) {
  const std::vector<std::uint64_t> hashes = some_hashes(3);
  const std::vector<std::uint64_t> moved{hashes[2], hashes[0], hashes[1]};
  for (std::uint64_t unit = 0; unit < 200; ++unit) {
    Stream stream = compound_key_stream(unit);
    const RuleGraph graph = random_graph(stream, {.most_nodes = 6, .rules = 3});
    RuleGraph other;
    for (NodeId node = 0; node < graph.size(); ++node) {
      other.apply((graph.rule(node) + 1) % 3, graph.inputs(node));
    }
    GraphPool pool;
    pool.add(graph);
    pool.add(other);
    CompoundKeys keys(true, hashes);
    CompoundKeys other_keys(true, moved);
    keys.enter(pool.shape(0));
    other_keys.enter(pool.shape(pool.shape_of(1)));
    for (const std::uint32_t mask : connected_masks(graph, 6)) {
      ASSERT_EQ(keys.key(nodes_of(mask)), other_keys.key(nodes_of(mask)));
    }
  }
}

TEST(CompoundKey, RefusesNoneAndTooManyNodes) {
  RuleGraph graph;
  graph.apply(1, {});
  for (NodeId node = 0; node < kMostCompoundNodes; ++node) graph.apply(1, {node});
  auto nodes = all_nodes(graph);
  EXPECT_THROW(key_of(graph, {}, true), Bug);
  EXPECT_THROW(key_of(graph, nodes, true), Bug);
  nodes.pop_back();
  const CompoundKey lower = key_of(graph, nodes, true);
  nodes = all_nodes(graph);
  nodes.erase(nodes.begin());
  EXPECT_EQ(key_of(graph, nodes, true), lower);
}

class CompoundKeyOrder : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Each, CompoundKeyOrder, testing::Bool(),
                         [](const auto& one) { return one.param ? "Ordered" : "Unordered"; });

// Every graph of up to four nodes whose inputs are any list of up to two.
TEST_P(CompoundKeyOrder, IsEqualExactlyForIsomorphicSmallGraphs) {
  std::vector<RuleGraph> graphs{RuleGraph()};
  std::vector<Part> parts;
  for (NodeId size = 0; size < 4; ++size) {
    std::vector<RuleGraph> larger;
    for (const RuleGraph& graph : graphs) {
      for (NodeId one = 0; one <= size; ++one) {
        for (NodeId two = 0; two <= (one < size ? size : 0); ++two) {
          std::vector<NodeId> inputs;
          if (one < size) inputs.push_back(one);
          if (one < size && two < size) inputs.push_back(two);
          larger.push_back(graph);
          larger.back().apply(1, inputs);
        }
      }
    }
    graphs = larger;
    for (const RuleGraph& graph : graphs) {
      const auto nodes = all_nodes(graph);
      const std::uint32_t whole = (1U << graph.size()) - 1;
      if (connected_masks(graph, 4).back() != whole) continue;
      parts.push_back({induced(graph, nodes, GetParam()), key_of(graph, GetParam())});
    }
  }
  EXPECT_GT(parts.size(), 100U);
  EXPECT_TRUE(count_equal_pairs(parts).has_value());
}

// Every set of edges over five nodes of one rule.
TEST_P(CompoundKeyOrder, IsEqualExactlyForIsomorphicGraphsOfFiveNodes) {
  std::vector<Part> parts;
  for (std::uint32_t edges = 0; edges < 1U << 10U; ++edges) {
    RuleGraph graph;
    std::uint32_t left = edges;
    for (NodeId node = 0; node < 5; ++node) {
      std::vector<NodeId> inputs;
      for (NodeId input = 0; input < node; ++input, left >>= 1U) {
        if ((left & 1U) != 0) inputs.push_back(input);
      }
      graph.apply(1, inputs);
    }
    if (connected_masks(graph, 5).back() != 0x1FU) continue;
    parts.push_back({induced(graph, all_nodes(graph), GetParam()), key_of(graph, GetParam())});
  }
  EXPECT_GT(parts.size(), 700U);
  EXPECT_TRUE(count_equal_pairs(parts).has_value());
}

TEST_P(CompoundKeyOrder, IsEqualExactlyForIsomorphicPartsOfRandomGraphs) {
  std::size_t equal = 0;
  for (std::uint64_t unit = 0; unit < 6000; ++unit) {
    Stream stream = compound_key_stream(1000 + unit);
    std::vector<Part> parts;
    for (int graph = 0; graph < 2; ++graph) {
      append_parts(random_graph(stream, {.least_nodes = 3,
                                         .most_nodes = 7,
                                         .rules = 1 + unit % 3,
                                         .most_inputs = 1 + unit % 4}),
                   7, GetParam(), parts);
    }
    const auto pairs = count_equal_pairs(parts);
    ASSERT_TRUE(pairs.has_value()) << unit;
    equal += *pairs;
  }
  EXPECT_GT(equal, 100000U);
}

// One rule, every node with two inputs from the layer below: colours alone tell little apart.
TEST_P(CompoundKeyOrder, IsEqualExactlyForIsomorphicLayersOfOneRule) {
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    Stream stream = compound_key_stream(20000 + unit);
    const auto width = static_cast<NodeId>(2 + unit % 3);
    std::vector<Part> parts;
    for (int graph = 0; graph < 12; ++graph) {
      RuleGraph layers;
      for (NodeId node = 0; node < 8; ++node) {
        std::vector<NodeId> inputs;
        const NodeId below = node / width * width;
        for (int input = 0; input < 2 && below > 0; ++input) {
          inputs.push_back(static_cast<NodeId>(below - width + stream.below(width)));
        }
        layers.apply(1, inputs);
      }
      for (const std::uint32_t mask : connected_masks(layers, 8)) {
        if (std::popcount(mask) < 6 || stream.below(8) > 0) continue;
        const auto nodes = nodes_of(mask);
        parts.push_back({induced(layers, nodes, GetParam()), key_of(layers, nodes, GetParam())});
      }
    }
    ASSERT_TRUE(count_equal_pairs(parts).has_value()) << unit;
  }
}

// A root over `width` users of two leaves each, every leaf used twice: rings of several lengths,
// which colours cannot tell apart. Where asked, every user also uses every leaf once more, and only
// how often tells the rings.
RuleGraph rings_below_a_root(Stream& stream, NodeId width, bool all_leaves) {
  std::vector<NodeId> leaves;
  for (NodeId leaf = 0; leaf < width; ++leaf) leaves.insert(leaves.end(), {leaf, leaf});
  stream.shuffle(std::span(leaves));
  RuleGraph graph;
  for (NodeId leaf = 0; leaf < width; ++leaf) graph.apply(1, {});
  std::vector<NodeId> users;
  for (std::size_t user = 0; user < width; ++user) {
    std::vector<NodeId> inputs{leaves[user * 2], leaves[user * 2 + 1]};
    for (NodeId leaf = 0; leaf < width && all_leaves; ++leaf) inputs.push_back(leaf);
    users.push_back(graph.apply(1, inputs));
  }
  graph.apply(1, users);
  return graph;
}

TEST_P(CompoundKeyOrder, IsEqualExactlyForIsomorphicRings) {
  for (const bool all_leaves : {false, true}) {
    for (const NodeId width : {3U, 4U, 5U, 6U}) {
      Stream stream = compound_key_stream(30000 + width);
      std::vector<Part> parts;
      for (int graph = 0; graph < 60; ++graph) {
        RuleGraph rings = rings_below_a_root(stream, width, all_leaves);
        parts.push_back({induced(rings, all_nodes(rings), GetParam()), key_of(rings, GetParam())});
        rings = renumbered(rings, stream, GetParam());
        parts.push_back({induced(rings, all_nodes(rings), GetParam()), key_of(rings, GetParam())});
      }
      const auto pairs = count_equal_pairs(parts);
      ASSERT_TRUE(pairs.has_value()) << width;
      EXPECT_GE(*pairs, 60U);
    }
  }
}

TEST_P(CompoundKeyOrder, DoesNotDependOnTheOrderOfNodes) {
  for (std::uint64_t unit = 0; unit < 2000; ++unit) {
    Stream stream = compound_key_stream(40000 + unit);
    const std::uint64_t rules = 1 + unit % 3;
    RuleGraph graph = random_graph(
        stream, {.least_nodes = 1, .most_nodes = 15, .rules = rules, .most_inputs = 3});
    graph.apply(static_cast<RuleId>(rules), all_nodes(graph));
    const CompoundKey key = key_of(graph, GetParam());
    for (int again = 0; again < 3; ++again) {
      ASSERT_EQ(key_of(renumbered(graph, stream, GetParam()), GetParam()), key) << unit;
    }
  }
}

}  // namespace
}  // namespace assay
