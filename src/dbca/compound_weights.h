// Which compounds count, and how much: the weights of Keysers et al. 2020, appendix L.4.
//
// The weight of a compound in an example is that of its most telling occurrence there: one minus
// the largest share of the compound's occurrences, over all examples, that lie in one and the same
// larger compound around it. Larger means by one node, as the calibration had it: going further
// changes a weight only where a larger compound holds a smaller one in several places (2 of 30,587
// weights in 400 commands of SCAN) and costs fourteen times the pairs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/base/progress.h"
#include "assay/core/compound_definition.h"
#include "assay/dbca/graph_pool.h"
#include "assay/dbca/profiles.h"
#include "assay/dbca/subgraphs.h"

namespace assay {

// What was counted on the way. Where compounds were so many that only the frequent ones were
// weighed, the last three figures are of those alone.
struct CompoundFigures {
  std::uint64_t distinct = 0;      // compounds
  std::uint64_t occurrences = 0;   // of all of them
  std::uint64_t cut_examples = 0;  // where node sets were left out
  std::uint64_t pairs = 0;         // distinct (compound, one node larger)
  std::uint64_t weighted = 0;      // compounds of any weight at all
  double total_weight = 0;         // over the distinct graphs of all examples
};

// A larger compound, and how many occurrences of the smaller one lie in it.
struct Larger {
  CompoundKey key = 0;
  std::uint32_t occurrences = 0;
};

// Compounds by key, with what decides the weight of their occurrences.
class CompoundWeights {
 public:
  static constexpr std::uint32_t kAbsent = KeyTable::kAbsent;

  void add(CompoundKey key, std::uint32_t occurrences, std::span<const Larger> larger);

  std::size_t size() const { return occurrences_.size(); }
  std::uint32_t find(CompoundKey key) const { return numbers_.find(key); }
  std::uint32_t occurrences(std::size_t compound) const { return occurrences_[compound]; }
  std::span<const Larger> larger(std::size_t compound) const;  // by key
  // The weight of an occurrence that lies in these larger compounds (by key), times `occurrences`.
  std::uint32_t weight_parts(std::size_t compound, std::span<const CompoundKey> lies_in) const;

 private:
  KeyTable numbers_;
  std::vector<std::uint32_t> occurrences_;
  std::vector<std::size_t> larger_begins_{0};
  std::vector<Larger> larger_;
};

// The weight of every compound in one example, times its occurrences; ascending by number.
// Compounds that `weights` does not hold, and those of no weight, are left out.
void weigh_example(const Subgraphs& found, const CompoundWeights& weights,
                   std::vector<WeightedCompound>& out);

// A graph and how many examples have it.
struct CountedShape {
  std::uint32_t shape = 0;
  std::uint32_t times = 0;
};

// The weights in every shape of a sample, in its order, as weigh_example gives them. Without
// begins: there was no room to keep them.
struct WeighedSample {
  std::vector<WeightedCompound> weights;
  std::vector<std::size_t> begins{0};

  bool is_kept() const { return begins.size() > 1; }
  std::span<const WeightedCompound> of(std::size_t index) const {
    return std::span(weights).subspan(begins[index], begins[index + 1] - begins[index]);
  }
};

// The kept compounds of a sample, heaviest first. With little `memory` (in bytes) it counts in
// several rounds and leaves out what cannot be kept; the result is the same.
CompoundWeights weigh_compounds(const GraphPool& graphs, std::span<const CountedShape> sample,
                                const CompoundDefinition& definition,
                                std::span<const std::uint64_t> rule_hashes, std::uint64_t memory,
                                const Control& control, CompoundFigures& figures,
                                WeighedSample& weighed);

}  // namespace assay
