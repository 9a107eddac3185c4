// The compounds of one graph, and which of them other graphs have: "how much of this example has
// been seen before?"
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/compound_definition.h"
#include "assay/core/rule_graph.h"
#include "assay/dbca/graph_pool.h"
#include "assay/dbca/key_table.h"
#include "assay/dbca/subgraphs.h"

namespace assay {

// A view of a graph; the graph must outlive it.
inline GraphView view_of(const RuleGraph& graph) {
  return {graph.rules(), graph.begins(), graph.all_inputs()};
}

struct OwnCompound {
  std::vector<NodeId> nodes;         // one occurrence, ascending
  std::vector<std::uint32_t> parts;  // the compounds in it that have one node fewer; ascending
};

// Smallest first; connected node sets, whatever shape the definition has, of one node at least.
class OwnCompounds {
 public:
  // `rule_hashes` as in CompoundKeys; they must outlive this.
  OwnCompounds(const RuleGraph& graph, CompoundDefinition definition,
               std::span<const std::uint64_t> rule_hashes);

  std::size_t size() const { return compounds_.size(); }
  const OwnCompound& operator[](std::size_t number) const { return compounds_[number]; }
  const CompoundDefinition& definition() const { return definition_; }
  // There are more than `most_sets` node sets: the largest sizes were left out.
  bool is_cut() const { return cut_; }

 private:
  friend class OwnCompoundFinder;

  CompoundDefinition definition_;
  std::span<const std::uint64_t> rule_hashes_;
  KeyTable numbers_;  // of keys
  std::vector<OwnCompound> compounds_;
  bool cut_ = false;
};

// Finds them in other graphs; holds scratch memory, so one per thread.
class OwnCompoundFinder {
 public:
  explicit OwnCompoundFinder(const OwnCompounds& own);  // must outlive it

  // The numbers of those that the graph has, each once; valid until the next call.
  std::span<const std::uint32_t> find(const RuleGraph& graph);

 private:
  const OwnCompounds* own_;
  Subgraphs subgraphs_;
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> seen_;  // the last call that found each
  std::uint32_t call_ = 0;
};

}  // namespace assay
