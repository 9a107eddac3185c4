// Counting the compounds of many graphs, and keeping the heaviest.
//
// Memory is bounded: compounds are counted in partitions of their keys, as many at a time as fit,
// and where that is not all, what occurs too rarely to be kept is not weighed.
#pragma once

#include <cstdint>
#include <span>

#include "assay/base/progress.h"
#include "assay/core/compound_definition.h"
#include "assay/dbca/compound_sample.h"
#include "assay/dbca/compound_weights.h"
#include "assay/dbca/graph_pool.h"
#include "assay/dbca/heaviest_compounds.h"

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

// The kept compounds of a sample, heaviest first. With little `memory` (in bytes) it counts in
// several rounds and leaves out what cannot be kept; the result is the same.
CompoundWeights weigh_compounds(const GraphPool& graphs, std::span<const CountedShape> sample,
                                const CompoundDefinition& definition,
                                std::span<const std::uint64_t> rule_hashes, std::uint64_t memory,
                                const Control& control, CompoundFigures& figures,
                                WeighedSample& weighed);

}  // namespace assay
