// Which compounds every example has, without how often: equal lists are kept once.
//
// Frequent compounds come up early and have small numbers, and a list keeps only what its numbers
// differ by: about a byte for each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/rule_graph.h"
#include "assay/dbca/compound_key.h"
#include "assay/dbca/key_table.h"
#include "assay/dbca/packed_lists.h"
#include "assay/dbca/subgraphs.h"

namespace assay {

class CompoundLists {
 public:
  // The number of the list that has these compounds, a new one when it is unknown. Keys are
  // ascending and distinct.
  std::uint32_t add(std::span<const CompoundKey> keys);

  std::size_t size() const { return lists_.size(); }
  std::size_t compounds() const { return numbers_.size(); }
  std::uint64_t entries() const { return entries_; }       // of all lists
  std::uint64_t bytes() const { return lists_.values(); }  // that they take
  std::uint32_t count(std::size_t list) const;             // of its compounds
  // Replaces `out` by the compounds of a list, ascending; numbered by first appearance.
  void read(std::size_t list, std::vector<std::uint32_t>& out) const;

 private:
  KeyTable numbers_;  // of compounds
  KeyTable by_hash_;  // of lists
  PackedLists<std::uint8_t> lists_;
  std::uint64_t entries_ = 0;
  std::vector<std::uint32_t> scratch_;
  std::vector<std::uint8_t> packed_;
};

// Replaces `keys` by those of the graph's compounds, ascending and distinct.
void compound_keys(const RuleGraph& graph, Subgraphs& subgraphs, std::vector<CompoundKey>& keys);

}  // namespace assay
