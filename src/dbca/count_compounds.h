// Counting compounds: how often each occurs, and how often inside each compound one node larger.
//
// Keys of compounds are hashes, and their upper bits cut them into partitions of about equal size.
// All that is counted of a compound belongs to its partition, so that threads add to tables without
// locks, and what does not fit into memory at once is counted in rounds, some partitions in each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "assay/base/progress.h"
#include "assay/dbca/compound_sample.h"
#include "assay/dbca/compound_weights.h"
#include "assay/dbca/key_table.h"

namespace assay {

inline constexpr std::size_t kPartitions = 64;

inline std::size_t partition_of(CompoundKey key) { return key >> 58U; }

// What is counted.
struct CountingScope {
  bool with_larger = true;         // inside each compound one node larger, too
  const KeyTable* only = nullptr;  // these compounds alone; without: all
  bool and_largest = false;        // besides `only`, node sets that nothing larger holds
};

// The compounds of a partition, ascending by key. What always lies in one and the same larger
// compound is counted and left out, for it weighs nothing anywhere.
struct CountedPartition {
  CompoundWeights weights;
  std::vector<CompoundKey> keys;  // by number in `weights`
  std::uint64_t distinct = 0;
  std::uint64_t occurrences = 0;
  std::uint64_t pairs = 0;
};

// What one round has counted: the partitions [first, last).
struct CountedCompounds {
  std::size_t first = 0;
  std::size_t last = 0;
  std::array<CountedPartition, kPartitions> partitions;  // empty outside
  std::uint64_t cut_examples = 0;                        // where node sets were left out

  bool holds(std::size_t partition) const { return partition >= first && partition < last; }
  bool holds_all() const { return first == 0 && last == kPartitions; }
};

// Counts all compounds; nothing as soon as their tables are larger than `memory`, in bytes.
std::optional<CountedCompounds> count_all_compounds(const CompoundSample& sample,
                                                    const CountingScope& scope,
                                                    std::uint64_t memory, const Control& control);

// Counts the compounds of the partitions from `first` on: of as many as fit, at least one.
CountedCompounds count_compounds_from(std::size_t first, const CompoundSample& sample,
                                      const CountingScope& scope, std::uint64_t memory,
                                      const Control& control);

}  // namespace assay
