#include "assay/dbca/compound_weights.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay {

void CompoundWeights::add(CompoundKey key, std::uint32_t occurrences,
                          std::span<const Larger> larger) {
  const std::uint32_t number = numbers_.insert(key);
  ASSAY_CHECK(number == occurrences_.size());
  occurrences_.push_back(occurrences);
  larger_.insert(larger_.end(), larger.begin(), larger.end());
  larger_begins_.push_back(larger_.size());
}

std::span<const Larger> CompoundWeights::larger(std::size_t compound) const {
  const std::size_t begin = larger_begins_[compound];
  return std::span(larger_).subspan(begin, larger_begins_[compound + 1] - begin);
}

std::uint32_t CompoundWeights::weight_parts(std::size_t compound,
                                            std::span<const CompoundKey> lies_in) const {
  if (weighing_ == Weighing::kEven) return 1;
  const auto known = larger(compound);
  std::uint32_t most = 0;
  auto from = known.begin();
  for (const CompoundKey key : lies_in) {
    from = std::lower_bound(from, known.end(), key, [](const Larger& larger, CompoundKey wanted) {
      return larger.key < wanted;
    });
    if (from == known.end()) break;
    if (from->key == key) most = std::max(most, from->occurrences);
  }
  return occurrences_[compound] - most;
}

void weigh_example(const Subgraphs& found, const CompoundWeights& weights,
                   std::vector<WeightedCompound>& out) {
  out.clear();
  for (std::size_t set = 0; set < found.size(); ++set) {
    const std::uint32_t compound = weights.find(found.compound(set));
    if (compound == CompoundWeights::kAbsent) continue;
    const std::uint32_t parts = weights.weight_parts(compound, found.larger(set));
    if (parts > 0) out.push_back({compound, parts});
  }
  if (weights.weighing() == Weighing::kEven) {
    add_up(out);
  } else {
    keep_heaviest(out);
  }
}

}  // namespace assay
