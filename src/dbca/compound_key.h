// What makes two subgraphs the same compound: a key that is equal exactly for isomorphic ones.
//
// A tree below one root is hashed from its leaves up. Anything else (a rule used twice, several
// roots) is coloured by its neighbourhood until no colour splits further; where nodes still look
// alike, each is singled out in turn and the smallest result counts. So keys tell apart all that is
// different and nothing that is the same, up to chance equality of 64-bit hashes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/compound_definition.h"
#include "assay/dbca/graph_pool.h"

namespace assay {

using CompoundKey = std::uint64_t;

// Makes keys; holds scratch memory, so one per thread.
class CompoundKeys {
 public:
  // `rule_hashes` gives what stands for a rule, by its number; with names hashed, keys do not
  // depend on the numbering. Must outlive this.
  CompoundKeys(bool ordered, std::span<const std::uint64_t> rule_hashes)
      : ordered_(ordered), rule_hashes_(rule_hashes) {}

  void enter(const GraphView& graph);
  // Of the subgraph that `nodes` induce in the entered graph; ascending, at most
  // kMostCompoundNodes, connected.
  CompoundKey key(std::span<const NodeId> nodes);
  // Of a chain: `top` above a chain whose key is `below` and whose own top is its input `slot`. The
  // key of the same nodes where no other edge joins them.
  CompoundKey chain_key(NodeId top, std::size_t slot, CompoundKey below) const;

 private:
  struct Edge {
    std::uint8_t user = 0;
    std::uint8_t input = 0;
    std::uint64_t slot_hash = 0;
  };
  using Colours = std::array<std::uint64_t, kMostCompoundNodes>;

  std::uint64_t slot_hash(std::size_t slot) const;
  CompoundKey key_by_colours(std::size_t size) const;
  std::size_t refine(Colours& colours, std::size_t size) const;
  CompoundKey smallest_key(const Colours& colours, std::size_t size, std::size_t distinct) const;
  bool are_twins(std::size_t a, std::size_t b) const;

  bool ordered_;
  std::span<const std::uint64_t> rule_hashes_;
  GraphView graph_;
  std::vector<std::uint8_t> place_;  // of a node in the set, plus one
  std::vector<Edge> edges_;
  Colours hashes_{};
};

}  // namespace assay
