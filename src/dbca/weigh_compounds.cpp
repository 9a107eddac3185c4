#include "assay/dbca/weigh_compounds.h"

#include <algorithm>
#include <array>
#include <memory>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/parallel.h"

namespace assay {

namespace {

// How often `compound` occurs inside `larger`; all its occurrences when `larger` is 0.
struct PairCount {
  CompoundKey compound = 0;
  CompoundKey larger = 0;
  std::uint32_t times = 0;
};

class PairTable {
 public:
  void add(const PairCount& pair) {
    if ((size_ + 1) * 3 > slots_.size() * 2) grow();
    PairCount& slot = slots_[slot_of(pair)];
    if (slot.times == 0) {
      slot = pair;
      ++size_;
      return;
    }
    ASSAY_CHECK(slot.times <= ~pair.times);  // more than 32 bits can count
    slot.times += pair.times;
  }

  std::size_t bytes() const { return slots_.size() * sizeof(PairCount); }

  // All pairs in order; leaves the table empty.
  std::vector<PairCount> take() {
    std::vector<PairCount> pairs = std::move(slots_);
    slots_ = {};
    size_ = 0;
    std::erase_if(pairs, [](const PairCount& pair) { return pair.times == 0; });
    std::sort(pairs.begin(), pairs.end(), [](const PairCount& a, const PairCount& b) {
      return a.compound != b.compound ? a.compound < b.compound : a.larger < b.larger;
    });
    return pairs;
  }

 private:
  std::size_t slot_of(const PairCount& pair) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = ((pair.compound ^ (pair.larger >> 7U)) * 0x9E3779B97F4A7C15ULL +
                      pair.larger * 0xC2B2AE3D27D4EB4FULL) >>
                     shift_;
    while (slots_[at].times != 0 &&
           (slots_[at].compound != pair.compound || slots_[at].larger != pair.larger)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow() {
    std::vector<PairCount> old(slots_.empty() ? 256 : slots_.size() * 2);
    old.swap(slots_);
    shift_ = 64 - static_cast<unsigned>(__builtin_ctzll(slots_.size()));
    for (const PairCount& pair : old) {
      if (pair.times != 0) slots_[slot_of(pair)] = pair;
    }
  }

  std::vector<PairCount> slots_;
  std::size_t size_ = 0;
  unsigned shift_ = 0;
};

// Compounds are counted in partitions of their keys, so that threads fold without locks and a round
// can take as many as fit.
constexpr std::size_t kPartitions = 64;
std::size_t partition_of(CompoundKey key) { return key >> 58U; }

// A compound that may be kept, with its weight summed over all examples.
struct Candidate {
  CompoundKey key = 0;
  std::uint32_t occurrences = 0;
  std::uint64_t parts = 0;  // total weight = parts / whole
  std::uint32_t whole = 1;
  std::vector<Larger> larger;
  std::uint64_t place = 0;  // partition and number there
};

bool is_heavier(const Candidate& a, const Candidate& b) {
  const Wide left = Wide{a.parts} * b.whole;
  const Wide right = Wide{b.parts} * a.whole;
  return left != right ? left > right : a.key < b.key;
}

class CompoundCounter {
 public:
  CompoundCounter(const GraphPool& graphs, std::span<const CountedShape> sample,
                  const CompoundDefinition& definition, std::span<const std::uint64_t> rule_hashes,
                  std::uint64_t memory, const Control& control, CompoundFigures& figures,
                  WeighedSample& weighed)
      : graphs_(graphs),
        sample_(sample),
        definition_(definition),
        rule_hashes_(rule_hashes),
        memory_(memory),
        control_(control),
        figures_(figures),
        weighed_(weighed) {}

  CompoundWeights run() {
    if (is_even()) mode_ = Mode::kNoPairs;
    if (definition_.kept == 0 || is_even()) {
      weigh_in_rounds();
    } else {
      try {
        count_pairs(0, Fit::kMust);
        keep_best(0, kPartitions);
      } catch (const DoesNotFit&) {
        weigh_only_frequent();
      }
    }
    std::sort(best_.begin(), best_.end(), is_heavier);
    CompoundWeights weights(definition_.weights);
    for (const Candidate& one : best_) weights.add(one.key, one.occurrences, one.larger);
    hand_over_sample();
    return weights;
  }

 private:
  static constexpr std::size_t kShapesPerBlock = 64;

  bool is_even() const { return definition_.weights == Weighing::kEven; }

  enum class Fit { kMust, kInRounds };
  struct DoesNotFit {};  // never leaves this class

  void weigh_in_rounds() {
    for (std::size_t first = 0; first < kPartitions;) {
      const std::size_t last = count_pairs(first, Fit::kInRounds);
      keep_best(first, last);
      first = last;
    }
  }

  // What keep_best has kept of every shape, by the numbers of the kept compounds.
  void hand_over_sample() {
    weighed_ = {};
    if (sample_parts_.empty()) return;
    KeyTable numbers;
    for (const Candidate& one : best_) numbers.insert(one.place);
    std::size_t at = 0;
    for (const std::uint32_t count : sample_counts_) {
      const std::size_t begin = weighed_.weights.size();
      for (std::uint32_t i = 0; i < count; ++i, ++at) {
        const std::uint32_t number = numbers.find(sample_parts_[at].compound);
        if (number == KeyTable::kAbsent) continue;
        weighed_.weights.push_back({number, sample_parts_[at].parts});
      }
      std::sort(weighed_.weights.begin() + static_cast<std::ptrdiff_t>(begin),
                weighed_.weights.end(),
                [](const auto& a, const auto& b) { return a.compound < b.compound; });
      weighed_.begins.push_back(weighed_.weights.size());
    }
  }

  // A compound weighs at most as much as it occurs, so those that occur less often than the
  // lightest kept one weighs can be left out. The first guess of that weight is too high or right;
  // with what it gave, the second is right.
  void weigh_only_frequent() {
    figures_ = {};
    std::vector<PairCount> frequent = count_frequent();
    const CompoundFigures counted = figures_;
    const auto occurs_more = [](const PairCount& a, const PairCount& b) {
      return a.times > b.times;
    };
    const std::size_t guess = std::size_t{definition_.kept} * 4;
    std::uint32_t least = 2;
    if (frequent.size() > guess) {
      const auto middle = frequent.begin() + static_cast<std::ptrdiff_t>(guess);
      std::nth_element(frequent.begin(), middle, frequent.end(), occurs_more);
      least = middle->times;
    }
    for (;;) {
      wanted_ = {};
      for (const PairCount& one : frequent) {
        if (one.times >= least) wanted_.insert(one.compound);
      }
      mode_ = least == 1 ? Mode::kWantedAndLargest : Mode::kWanted;
      best_.clear();
      figures_ = counted;
      weigh_in_rounds();
      figures_.distinct = counted.distinct;
      figures_.occurrences = counted.occurrences;
      const std::uint32_t enough = least_weight_kept();
      if (least == 1 || enough >= least) return;
      least = std::max(1U, enough);
    }
  }

  // The weight of the lightest kept compound, rounded up; 0 when fewer are kept than may be.
  std::uint32_t least_weight_kept() const {
    if (best_.size() < definition_.kept) return 0;
    const Candidate& last = *std::max_element(best_.begin(), best_.end(), is_heavier);
    return static_cast<std::uint32_t>((last.parts + last.whole - 1) / last.whole);
  }

  // All compounds that occur more than once, with how often.
  std::vector<PairCount> count_frequent() {
    mode_ = Mode::kNoPairs;
    std::vector<PairCount> frequent;
    for (std::size_t first = 0; first < kPartitions;) {
      const std::size_t last = count_pairs(first, Fit::kInRounds);
      for (std::size_t i = first; i < last; ++i) {
        for (std::size_t at = 0; at < keys_[i].size(); ++at) {
          const std::uint32_t times = counted_[i].occurrences(at);
          if (times > 1) frequent.push_back({keys_[i][at], 0, times});
        }
        keys_[i] = {};
      }
      first = last;
    }
    return frequent;
  }

  // Calls make(found, times, buffer) for every shape of the sample, then consume(buffer) in order.
  template <typename Result, typename Make, typename Consume>
  void for_sample(const char* what, Make make, Consume consume) {
    struct Buffer {
      std::unique_ptr<Subgraphs> found;
      Result result;
    };
    const std::size_t blocks = (sample_.size() + kShapesPerBlock - 1) / kShapesPerBlock;
    ordered_parallel<Buffer>(
        0, blocks, control_,
        [&](std::uint64_t block, Buffer& buffer) {
          if (!buffer.found) buffer.found = std::make_unique<Subgraphs>(definition_, rule_hashes_);
          buffer.result.clear();
          const std::size_t end = std::min(sample_.size(), (block + 1) * kShapesPerBlock);
          for (std::size_t i = block * kShapesPerBlock; i < end; ++i) {
            buffer.found->find(graphs_.shape(sample_[i].shape));
            make(*buffer.found, sample_[i].times, buffer.result);
          }
        },
        [&](std::uint64_t block, Buffer& buffer) {
          consume(buffer.result);
          control_.report(
              {what, std::min(sample_.size(), (block + 1) * kShapesPerBlock), sample_.size(), 0});
        });
  }

  // Which of a set's pairs are counted.
  enum class Mode { kAll, kNoPairs, kWanted, kWantedAndLargest };

  void note_pairs(const Subgraphs& found, std::size_t set, std::uint32_t times,
                  std::vector<PairCount>& out) const {
    const CompoundKey compound = found.compound(set);
    const auto larger = found.larger(set);
    if (mode_ == Mode::kWanted || mode_ == Mode::kWantedAndLargest) {
      if (wanted_.find(compound) == KeyTable::kAbsent) {
        // It occurs once, so it weighs nothing unless nothing is larger.
        if (mode_ == Mode::kWantedAndLargest && larger.empty()) out.push_back({compound, 0, times});
        return;
      }
    }
    out.push_back({compound, 0, times});
    if (mode_ == Mode::kNoPairs) return;
    for (const CompoundKey key : larger) out.push_back({compound, key, times});
  }

  // Counts the pairs of partitions from `first` on; gives the end of those that fit into memory.
  std::size_t count_pairs(std::size_t first, Fit fit) {
    std::array<PairTable, kPartitions> tables;
    std::array<std::vector<PairCount>, kPartitions> pending;
    std::size_t pending_size = 0;
    std::size_t last = kPartitions;
    const auto fold = [&] {
      struct Nothing {};
      ordered_parallel<Nothing>(
          first, last, {.jobs = control_.jobs, .progress = {}, .cancel = control_.cancel},
          [&](std::uint64_t partition, Nothing&) {
            for (const PairCount& pair : pending[partition]) tables[partition].add(pair);
            pending[partition].clear();
          },
          [](std::uint64_t, Nothing&) {});
      pending_size = 0;
      if (fit == Fit::kMust && bytes_of(tables) > memory_) throw DoesNotFit();
      while (last - first > 1 && bytes_of(tables) > memory_) {
        const std::size_t half = first + (last - first) / 2;
        for (std::size_t i = half; i < last; ++i) {
          tables[i] = PairTable();
          pending[i] = {};
        }
        last = half;
      }
    };
    std::uint64_t cut = 0;
    struct Pairs {
      std::vector<PairCount> pairs;
      std::uint64_t cut = 0;
      void clear() { pairs.clear(), cut = 0; }
    };
    for_sample<Pairs>(
        "count compounds",
        [&](const Subgraphs& found, std::uint32_t times, Pairs& out) {
          if (found.is_cut()) out.cut += times;
          for (std::size_t set = 0; set < found.size(); ++set) {
            if (partition_of(found.compound(set)) < first) continue;
            note_pairs(found, set, times, out.pairs);
          }
        },
        [&](const Pairs& block) {
          cut += block.cut;
          for (const PairCount& pair : block.pairs) {
            const std::size_t partition = partition_of(pair.compound);
            if (partition < last) pending[partition].push_back(pair);
          }
          pending_size += block.pairs.size();
          if (pending_size * sizeof(PairCount) > memory_ / 4) fold();
        });
    fold();
    figures_.cut_examples = cut;
    counted_.assign(kPartitions, CompoundWeights(definition_.weights));
    ordered_parallel<CompoundFigures>(
        first, last, {.jobs = control_.jobs, .progress = {}, .cancel = control_.cancel},
        [&](std::uint64_t partition, CompoundFigures& counted) {
          counted = build(partition, tables[partition].take());
        },
        [&](std::uint64_t, const CompoundFigures& counted) {
          figures_.distinct += counted.distinct;
          figures_.occurrences += counted.occurrences;
          figures_.pairs += counted.pairs;
        });
    return last;
  }

  static std::size_t bytes_of(const std::array<PairTable, kPartitions>& tables) {
    std::size_t bytes = 0;
    for (const PairTable& table : tables) bytes += table.bytes();
    return bytes;
  }

  CompoundFigures build(std::size_t partition, const std::vector<PairCount>& pairs) {
    CompoundFigures figures;
    std::vector<Larger> larger;
    for (std::size_t i = 0; i < pairs.size();) {
      const PairCount& all = pairs[i];  // stands before its larger compounds
      ASSAY_CHECK(all.larger == 0);
      larger.clear();
      bool always_inside = false;  // of one larger compound, so it weighs nothing anywhere
      for (++i; i < pairs.size() && pairs[i].compound == all.compound; ++i) {
        larger.push_back({pairs[i].larger, pairs[i].times});
        always_inside |= pairs[i].times == all.times;
      }
      ++figures.distinct;
      figures.occurrences += all.times;
      figures.pairs += larger.size();
      if (always_inside) continue;
      counted_[partition].add(all.compound, all.times, larger);
      keys_[partition].push_back(all.compound);
    }
    return figures;
  }

  // The weight of a compound in an example of the sample.
  struct Part {
    std::uint64_t compound = 0;  // partition in the upper half
    std::uint32_t parts = 0;
    std::uint32_t times = 0;
  };

  // From `first` on, one of each compound: the largest, or all together where weights are even.
  void gather_parts(std::vector<Part>& parts, std::size_t first) const {
    const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, parts.end(), [](const Part& a, const Part& b) {
      return a.compound != b.compound ? a.compound < b.compound : a.parts > b.parts;
    });
    std::size_t end = first;
    for (std::size_t i = first; i < parts.size(); ++i) {
      if (end == first || parts[end - 1].compound != parts[i].compound) {
        parts[end++] = parts[i];
      } else if (is_even()) {
        parts[end - 1].parts += parts[i].parts;
      }
    }
    parts.resize(end);
  }

  // Sums weights over the sample and keeps the heaviest of all rounds so far.
  void keep_best(std::size_t first, std::size_t last) {
    std::vector<std::vector<std::uint64_t>> totals(kPartitions);
    for (std::size_t i = first; i < last; ++i) totals[i].resize(counted_[i].size());
    struct Parts {
      std::vector<Part> parts;
      std::vector<std::uint32_t> counts;  // of each shape
      void clear() { parts.clear(), counts.clear(); }
    };
    bool keeps_sample = first == 0 && last == kPartitions && (mode_ == Mode::kAll || is_even());
    sample_parts_.clear();
    sample_counts_.clear();
    for_sample<Parts>(
        "weigh compounds",
        [&](const Subgraphs& found, std::uint32_t times, Parts& block) {
          std::vector<Part>& out = block.parts;
          const std::size_t begin = out.size();
          for (std::size_t set = 0; set < found.size(); ++set) {
            const std::size_t partition = partition_of(found.compound(set));
            if (partition < first || partition >= last) continue;
            const CompoundWeights& counted = counted_[partition];
            const std::uint32_t compound = counted.find(found.compound(set));
            if (compound == CompoundWeights::kAbsent) continue;
            const std::uint32_t parts = counted.weight_parts(compound, found.larger(set));
            if (parts > 0) out.push_back({partition << 32U | compound, parts, times});
          }
          gather_parts(out, begin);
          block.counts.push_back(static_cast<std::uint32_t>(out.size() - begin));
        },
        [&](const Parts& block) {
          for (const Part& part : block.parts) {
            totals[part.compound >> 32U][static_cast<std::uint32_t>(part.compound)] +=
                std::uint64_t{part.parts} * part.times;
          }
          if (!keeps_sample) return;
          sample_parts_.insert(sample_parts_.end(), block.parts.begin(), block.parts.end());
          sample_counts_.insert(sample_counts_.end(), block.counts.begin(), block.counts.end());
          if (sample_parts_.size() * sizeof(Part) > memory_ / 2) {
            keeps_sample = false;
            sample_parts_ = {};
            sample_counts_ = {};
          }
        });
    for (std::size_t i = first; i < last; ++i) {
      for (std::size_t compound = 0; compound < totals[i].size(); ++compound) {
        if (totals[i][compound] == 0) continue;
        const auto larger = counted_[i].larger(compound);
        best_.push_back({keys_[i][compound],
                         counted_[i].occurrences(compound),
                         totals[i][compound],
                         counted_[i].whole(compound),
                         {larger.begin(), larger.end()},
                         std::uint64_t{i} << 32U | compound});
        ++figures_.weighted;
        figures_.total_weight +=
            static_cast<double>(totals[i][compound]) / counted_[i].whole(compound);
      }
      keys_[i] = {};
    }
    if (definition_.kept > 0 && best_.size() > definition_.kept) {
      std::nth_element(best_.begin(), best_.begin() + definition_.kept, best_.end(), is_heavier);
      best_.resize(definition_.kept);
    }
    counted_.clear();
  }

  const GraphPool& graphs_;
  std::span<const CountedShape> sample_;
  const CompoundDefinition& definition_;
  std::span<const std::uint64_t> rule_hashes_;
  std::uint64_t memory_;
  const Control& control_;
  CompoundFigures& figures_;
  std::vector<CompoundWeights> counted_;  // of this round, by partition
  std::array<std::vector<CompoundKey>, kPartitions> keys_;
  std::vector<Candidate> best_;
  Mode mode_ = Mode::kAll;
  KeyTable wanted_;
  WeighedSample& weighed_;
  std::vector<Part> sample_parts_;  // of all shapes, when there is room for them
  std::vector<std::uint32_t> sample_counts_;
};

}  // namespace

CompoundWeights weigh_compounds(const GraphPool& graphs, std::span<const CountedShape> sample,
                                const CompoundDefinition& definition,
                                std::span<const std::uint64_t> rule_hashes, std::uint64_t memory,
                                const Control& control, CompoundFigures& figures,
                                WeighedSample& weighed) {
  figures = {};
  return CompoundCounter(graphs, sample, definition, rule_hashes, memory, control, figures, weighed)
      .run();
}

}  // namespace assay
