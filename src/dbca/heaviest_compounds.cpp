#include "assay/dbca/heaviest_compounds.h"

#include <algorithm>

#include "assay/base/exact_math.h"

namespace assay {

namespace {

std::uint64_t place_of(std::size_t partition, std::size_t number) {
  return std::uint64_t{partition} << 32U | number;
}

}  // namespace

// Exact, and never equal for two compounds: the order does not depend on how they were found.
bool HeaviestCompounds::is_heavier(const Candidate& a, const Candidate& b) {
  const Wide left = Wide{a.parts} * b.whole;
  const Wide right = Wide{b.parts} * a.whole;
  return left != right ? left > right : a.key < b.key;
}

void HeaviestCompounds::weigh(const CountedCompounds& counted) {
  Totals totals(kPartitions);
  for (std::size_t i = counted.first; i < counted.last; ++i) {
    totals[i].resize(counted.partitions[i].weights.size());
  }
  notes_shapes_ = counted.holds_all();
  noted_.clear();
  for_each_shape<Parts>(
      sample_, "weigh compounds", control_,
      [&](const Subgraphs& found, std::uint32_t times, Parts& block) {
        weigh_shape(found, times, counted, block);
      },
      [&](const Parts& block) {
        for (const Part& part : block.parts) {
          totals[part.place >> 32U][static_cast<std::uint32_t>(part.place)] +=
              std::uint64_t{part.parts} * part.times;
        }
        if (notes_shapes_) note_shapes(block);
        return true;
      });
  keep(counted, totals);
}

void HeaviestCompounds::weigh_shape(const Subgraphs& found, std::uint32_t times,
                                    const CountedCompounds& counted, Parts& out) const {
  const std::size_t begin = out.parts.size();
  for (std::size_t set = 0; set < found.size(); ++set) {
    const std::size_t partition = partition_of(found.compound(set));
    if (!counted.holds(partition)) continue;
    const CompoundWeights& weights = counted.partitions[partition].weights;
    const std::uint32_t compound = weights.find(found.compound(set));
    if (compound == CompoundWeights::kAbsent) continue;
    const std::uint32_t parts = weights.weight_parts(compound, found.larger(set));
    if (parts > 0) out.parts.push_back({place_of(partition, compound), parts, times});
  }
  gather(out.parts, begin);
  out.counts.push_back(static_cast<std::uint32_t>(out.parts.size() - begin));
}

// From `first` on, one of each compound: the largest, or all together where weights are even.
void HeaviestCompounds::gather(std::vector<Part>& parts, std::size_t first) const {
  const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, parts.end(), [](const Part& a, const Part& b) {
    return a.place != b.place ? a.place < b.place : a.parts > b.parts;
  });
  std::size_t end = first;
  for (std::size_t i = first; i < parts.size(); ++i) {
    if (end == first || parts[end - 1].place != parts[i].place) {
      parts[end++] = parts[i];
    } else if (is_even()) {
      parts[end - 1].parts += parts[i].parts;
    }
  }
  parts.resize(end);
}

void HeaviestCompounds::note_shapes(const Parts& block) {
  noted_.parts.insert(noted_.parts.end(), block.parts.begin(), block.parts.end());
  noted_.counts.insert(noted_.counts.end(), block.counts.begin(), block.counts.end());
  if (noted_.parts.size() * sizeof(Part) <= room_) return;
  notes_shapes_ = false;
  noted_ = {};
}

void HeaviestCompounds::keep(const CountedCompounds& counted, const Totals& totals) {
  for (std::size_t i = counted.first; i < counted.last; ++i) {
    const CompoundWeights& weights = counted.partitions[i].weights;
    const std::vector<CompoundKey>& keys = counted.partitions[i].keys;
    for (std::size_t compound = 0; compound < totals[i].size(); ++compound) {
      const std::uint64_t parts = totals[i][compound];
      if (parts == 0) continue;
      const auto larger = weights.larger(compound);
      best_.push_back({keys[compound],
                       weights.occurrences(compound),
                       parts,
                       weights.whole(compound),
                       {larger.begin(), larger.end()},
                       place_of(i, compound)});
      ++weighted_;
      total_weight_ += static_cast<double>(parts) / weights.whole(compound);
    }
  }
  const std::size_t most = sample_.definition.kept;
  if (most == 0 || best_.size() <= most) return;
  std::nth_element(best_.begin(), best_.begin() + static_cast<std::ptrdiff_t>(most), best_.end(),
                   is_heavier);
  best_.resize(most);
}

std::uint32_t HeaviestCompounds::least_weight() const {
  if (best_.size() < sample_.definition.kept) return 0;
  const Candidate& last = *std::max_element(best_.begin(), best_.end(), is_heavier);
  return static_cast<std::uint32_t>((last.parts + last.whole - 1) / last.whole);
}

CompoundWeights HeaviestCompounds::finish(WeighedSample& weighed) {
  std::sort(best_.begin(), best_.end(), is_heavier);
  CompoundWeights weights(sample_.definition.weights);
  for (const Candidate& one : best_) weights.add(one.key, one.occurrences, one.larger);
  weighed = weighed_sample();
  return weights;
}

// What was noted of every shape, by the numbers of the kept compounds.
WeighedSample HeaviestCompounds::weighed_sample() const {
  WeighedSample weighed;
  if (noted_.parts.empty()) return weighed;
  KeyTable numbers;
  for (const Candidate& one : best_) numbers.insert(one.place);
  std::size_t at = 0;
  for (const std::uint32_t count : noted_.counts) {
    const std::size_t begin = weighed.weights.size();
    for (std::uint32_t i = 0; i < count; ++i, ++at) {
      const std::uint32_t number = numbers.find(noted_.parts[at].place);
      if (number == KeyTable::kAbsent) continue;
      weighed.weights.push_back({number, noted_.parts[at].parts});
    }
    std::sort(weighed.weights.begin() + static_cast<std::ptrdiff_t>(begin), weighed.weights.end(),
              [](const auto& a, const auto& b) { return a.compound < b.compound; });
    weighed.begins.push_back(weighed.weights.size());
  }
  return weighed;
}

}  // namespace assay
