#include "assay/dbca/own_compounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "assay/dbca/brute_force_testing.h"

namespace assay {
namespace {

using brute_force::canonical;
using brute_force::connected_masks;
using brute_force::Induced;
using brute_force::induced;
using brute_force::nodes_of;
using brute_force::random_graph;
using brute_force::three_hashes;

Stream own_compounds_stream(std::uint64_t unit) {
  return {stream_key(7, "own compounds test"), {.unit = unit}};
}

std::set<Induced> compounds_by_brute_force(const RuleGraph& graph, std::uint32_t most_nodes,
                                           bool ordered) {
  std::set<Induced> compounds;
  for (const std::uint32_t mask : connected_masks(graph, most_nodes)) {
    compounds.insert(canonical(induced(graph, nodes_of(mask), ordered)));
  }
  return compounds;
}

// Every compound of one random graph is found in another exactly where brute force finds it.
TEST(OwnCompounds, AreFoundWhereTryingEverythingFindsThem) {
  std::size_t hits = 0;
  std::size_t misses = 0;
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    Stream stream = own_compounds_stream(unit);
    const RuleGraph first = random_graph(stream, {1, 7, 3, 2});
    const RuleGraph second = random_graph(stream, {1, 9, 3, 2});
    const bool ordered = unit % 2 == 0;
    const CompoundDefinition definition{"test", 4, 0, ordered};
    const OwnCompounds own(first, definition, three_hashes());
    const auto firsts = compounds_by_brute_force(first, 4, ordered);
    const auto seconds = compounds_by_brute_force(second, 4, ordered);
    ASSERT_EQ(own.size(), firsts.size());
    OwnCompoundFinder finder(own);
    finder.find(first);  // what was found before is forgotten
    const auto found = finder.find(second);
    for (std::uint32_t number = 0; number < own.size(); ++number) {
      const bool is_there = seconds.contains(canonical(induced(first, own[number].nodes, ordered)));
      ASSERT_EQ(std::ranges::count(found, number), is_there ? 1 : 0) << unit;
      ++(is_there ? hits : misses);
    }
  }
  EXPECT_GT(hits, 500U);
  EXPECT_GT(misses, 500U);
}

// A part has one node fewer and lies in the larger one.
TEST(OwnCompounds, KnowTheirParts) {
  for (std::uint64_t unit = 0; unit < 100; ++unit) {
    Stream stream = own_compounds_stream(1000 + unit);
    const RuleGraph graph = random_graph(stream, {2, 8, 2, 2});
    const OwnCompounds own(graph, {"test", 4}, three_hashes());
    for (std::uint32_t number = 0; number < own.size(); ++number) {
      std::set<Induced> expected;
      for (const std::uint32_t mask : connected_masks(graph, 4)) {
        if (canonical(induced(graph, nodes_of(mask), true)) !=
            canonical(induced(graph, own[number].nodes, true))) {
          continue;
        }
        for (const NodeId node : nodes_of(mask)) {
          const std::uint32_t rest = mask & ~(1U << node);
          if (!std::ranges::binary_search(connected_masks(graph, 4), rest)) continue;
          expected.insert(canonical(induced(graph, nodes_of(rest), true)));
        }
      }
      std::set<Induced> parts;
      for (const std::uint32_t part : own[number].parts) {
        parts.insert(canonical(induced(graph, own[part].nodes, true)));
      }
      ASSERT_EQ(parts, expected) << unit;
    }
  }
}

TEST(OwnCompounds, LeaveTheLargestSizesOutWhenThereAreTooMany) {
  RuleGraph graph;
  graph.apply(0, {});
  for (NodeId node = 1; node < 10; ++node) graph.apply(node % 3, {node - 1});
  CompoundDefinition definition{"test", 9};
  EXPECT_FALSE(OwnCompounds(graph, definition, three_hashes()).is_cut());
  definition.most_sets = 25;
  const OwnCompounds own(graph, definition, three_hashes());
  EXPECT_TRUE(own.is_cut());
  EXPECT_EQ(own[own.size() - 1].nodes.size(), 2U);
}

}  // namespace
}  // namespace assay
