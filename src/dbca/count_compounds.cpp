#include "assay/dbca/count_compounds.h"

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/dbca/pair_table.h"

namespace assay {

namespace {

// The tables of a round. New pairs wait until there are enough of them for all threads.
class PairTables {
 public:
  PairTables(std::size_t first, std::uint64_t memory, const Control& control)
      : first_(first), memory_(memory), control_(control) {}

  std::size_t first() const { return first_; }

  void add(std::span<const PairCount> pairs) {
    for (const PairCount& pair : pairs) {
      const std::size_t partition = partition_of(pair.compound);
      if (partition < last_) waiting_[partition].push_back(pair);
    }
    waiting_size_ += pairs.size();
  }
  bool is_fold_due() const { return waiting_size_ * sizeof(PairCount) > memory_ / 4; }

  // Counts the pairs that wait.
  void fold() {
    for_each_partition([&](std::size_t partition) {
      for (const PairCount& pair : waiting_[partition]) tables_[partition].add(pair);
      waiting_[partition].clear();
    });
    waiting_size_ = 0;
  }

  bool fit() const {
    std::size_t bytes = 0;
    for (const PairTable& table : tables_) bytes += table.bytes();
    return bytes <= memory_;
  }

  // Gives up upper partitions, which a later round counts, until the others fit or one is left.
  void shrink() {
    while (last_ - first_ > 1 && !fit()) {
      const std::size_t half = first_ + (last_ - first_) / 2;
      for (std::size_t i = half; i < last_; ++i) {
        tables_[i] = PairTable();
        waiting_[i] = {};
      }
      last_ = half;
    }
  }

  // Leaves the tables empty.
  CountedCompounds take(Weighing weighing);

 private:
  template <typename Act>
  void for_each_partition(Act act) {
    struct Nothing {};
    ordered_parallel<Nothing>(
        first_, last_, {.jobs = control_.jobs, .progress = {}, .cancel = control_.cancel},
        [&](std::uint64_t partition, Nothing&) { act(partition); }, [](std::uint64_t, Nothing&) {});
  }

  std::size_t first_;
  std::size_t last_ = kPartitions;
  std::uint64_t memory_;
  const Control& control_;
  std::array<PairTable, kPartitions> tables_;
  std::array<std::vector<PairCount>, kPartitions> waiting_;
  std::size_t waiting_size_ = 0;
};

CountedPartition counted_partition(const std::vector<PairCount>& pairs, Weighing weighing) {
  CountedPartition counted{.weights = CompoundWeights(weighing), .keys = {}};
  std::vector<Larger> larger;
  for (std::size_t i = 0; i < pairs.size();) {
    const PairCount& all = pairs[i];  // stands before its larger compounds
    ASSAY_CHECK(all.larger == 0);
    larger.clear();
    bool always_inside = false;
    for (++i; i < pairs.size() && pairs[i].compound == all.compound; ++i) {
      larger.push_back({pairs[i].larger, pairs[i].times});
      always_inside |= pairs[i].times == all.times;
    }
    ++counted.distinct;
    counted.occurrences += all.times;
    counted.pairs += larger.size();
    if (always_inside) continue;
    counted.weights.add(all.compound, all.times, larger);
    counted.keys.push_back(all.compound);
  }
  return counted;
}

CountedCompounds PairTables::take(Weighing weighing) {
  CountedCompounds counted;
  counted.first = first_;
  counted.last = last_;
  for_each_partition([&](std::size_t partition) {
    counted.partitions[partition] = counted_partition(tables_[partition].take(), weighing);
  });
  return counted;
}

void note_pairs(const Subgraphs& found, std::size_t set, std::uint32_t times,
                const CountingScope& scope, std::vector<PairCount>& out) {
  const CompoundKey compound = found.compound(set);
  const auto larger = found.larger(set);
  const bool is_counted = scope.only == nullptr ||
                          scope.only->find(compound) != KeyTable::kAbsent ||
                          (scope.and_largest && larger.empty());
  if (!is_counted) return;
  out.push_back({compound, 0, times});
  if (!scope.with_larger) return;
  for (const CompoundKey key : larger) out.push_back({compound, key, times});
}

// Counts into the tables; after each fold `is_enough_room` says whether to go on. Nothing when it
// does not.
template <typename IsEnoughRoom>
std::optional<CountedCompounds> count(PairTables& tables, const CompoundSample& sample,
                                      const CountingScope& scope, const Control& control,
                                      IsEnoughRoom is_enough_room) {
  struct Block {
    std::vector<PairCount> pairs;
    std::uint64_t cut = 0;
    void clear() { pairs.clear(), cut = 0; }
  };
  std::uint64_t cut_examples = 0;
  const bool is_complete = for_each_shape<Block>(
      sample, "count compounds", control,
      [&](const Subgraphs& found, std::uint32_t times, Block& block) {
        if (found.is_cut()) block.cut += times;
        for (std::size_t set = 0; set < found.size(); ++set) {
          if (partition_of(found.compound(set)) < tables.first()) continue;
          note_pairs(found, set, times, scope, block.pairs);
        }
      },
      [&](const Block& block) {
        cut_examples += block.cut;
        tables.add(block.pairs);
        if (!tables.is_fold_due()) return true;
        tables.fold();
        return is_enough_room();
      });
  if (!is_complete) return std::nullopt;
  tables.fold();
  if (!is_enough_room()) return std::nullopt;
  CountedCompounds counted = tables.take(sample.definition.weights);
  counted.cut_examples = cut_examples;
  return counted;
}

}  // namespace

std::optional<CountedCompounds> count_all_compounds(const CompoundSample& sample,
                                                    const CountingScope& scope,
                                                    std::uint64_t memory, const Control& control) {
  PairTables tables(0, memory, control);
  return count(tables, sample, scope, control, [&] { return tables.fit(); });
}

CountedCompounds count_compounds_from(std::size_t first, const CompoundSample& sample,
                                      const CountingScope& scope, std::uint64_t memory,
                                      const Control& control) {
  PairTables tables(first, memory, control);
  const auto make_room = [&] {
    tables.shrink();
    return true;
  };
  return count(tables, sample, scope, control, make_room).value();
}

}  // namespace assay
