// All connected node sets of a rule graph up to a size, or all its chains, with the compound that
// each is an occurrence of and the sets that hold it and one node more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/compound_definition.h"
#include "assay/dbca/compound_key.h"

namespace assay {

// Finds them; holds scratch memory, so one per thread.
class Subgraphs {
 public:
  Subgraphs(const CompoundDefinition& definition, std::span<const std::uint64_t> rule_hashes);

  // Replaces what was found before.
  void find(const GraphView& graph);

  // From now on a set grows only while it is an occurrence of one of these; nullptr: always. With
  // all compounds up to some size of one graph, that finds every occurrence of them and little
  // else: each part of such a compound is one of them, too. Only for connected sets.
  void seek(const KeyTable* sought);

  // Sets in order of size; single nodes first, in order. Of chains there is one for each path, so
  // that several can have the same nodes.
  std::size_t size() const { return compounds_.size() - too_small_; }
  CompoundKey compound(std::size_t set) const { return compounds_[too_small_ + set]; }
  std::span<const NodeId> nodes(std::size_t set) const;  // ascending: of a chain, from below
  // The distinct compounds one node larger that this set lies in; ascending. Where all occurrences
  // weigh the same nobody asks for them, and there are none.
  std::span<const CompoundKey> larger(std::size_t set) const;
  // Node sets were left out because of CompoundDefinition::most_sets.
  bool is_cut() const { return cut_; }

 private:
  void find_connected(const GraphView& graph);
  void build_neighbours(const GraphView& graph);
  bool grow_level(std::size_t first, std::size_t last, std::uint32_t set_size);
  void note_larger();
  std::uint32_t find_or_add(std::uint64_t set_key, std::size_t base, NodeId added,
                            std::uint32_t set_size);
  std::uint64_t node_key(NodeId node) const;
  bool is_sought(std::size_t set) const;
  void find_chains(const GraphView& graph);
  bool lengthen_chains(const GraphView& graph, std::size_t first, std::size_t last,
                       std::uint32_t set_size);
  void note_longer_chains(std::size_t singles);
  void drop_from(std::size_t set);

  CompoundShape shape_;
  Weighing weights_;
  std::uint32_t least_nodes_;
  std::uint32_t most_nodes_;
  std::size_t most_sets_;
  CompoundKeys keys_;
  const KeyTable* sought_ = nullptr;
  bool wide_ = false;  // more than 64 nodes: set keys are sums of hashes, else bit sets
  bool cut_ = false;
  std::size_t too_small_ = 0;  // sets, of fewer nodes than a compound has

  std::vector<std::uint32_t> neighbour_begins_;
  std::vector<NodeId> neighbours_;

  std::vector<NodeId> members_;  // most_nodes_ per set
  std::vector<std::uint8_t> sizes_;
  std::vector<std::uint64_t> set_keys_;
  std::vector<CompoundKey> compounds_;
  std::vector<std::uint32_t> extension_begins_;
  std::vector<std::uint32_t> extensions_;  // sets one node larger
  std::vector<std::uint32_t> larger_begins_;
  std::vector<CompoundKey> larger_;

  // Of chains. A chain of one node more is a chain and an input of its lowest node.
  std::vector<std::uint32_t> begins_below_;  // the chain made with the first input, of each
  std::vector<std::uint32_t> without_top_;   // the same chain without its uppermost node
  std::vector<std::uint32_t> top_slots_;     // which input of that node is the next

  KeyTable set_of_key_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t seen_epoch_ = 0;
};

}  // namespace assay
