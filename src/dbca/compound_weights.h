// Which compounds count, and how much: the weights of Keysers et al. 2020, appendix L.4.
//
// The weight of a compound in an example is that of its most telling occurrence there: one minus
// the largest share of the compound's occurrences, over all examples, that lie in one and the same
// larger compound around it. Larger means by one node, as the calibration had it: going further
// changes a weight only where a larger compound holds a smaller one in several places (2 of 30,587
// weights in 400 commands of SCAN) and costs fourteen times the pairs.
//
// Where a definition has even weights instead, every occurrence weighs one, and they add up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/dbca/key_table.h"
#include "assay/dbca/profiles.h"
#include "assay/dbca/subgraphs.h"

namespace assay {

// A larger compound, and how many occurrences of the smaller one lie in it.
struct Larger {
  CompoundKey key = 0;
  std::uint32_t occurrences = 0;
};

// Compounds by key, with what decides the weight of their occurrences.
class CompoundWeights {
 public:
  static constexpr std::uint32_t kAbsent = KeyTable::kAbsent;

  explicit CompoundWeights(Weighing weighing = Weighing::kTelling) : weighing_(weighing) {}

  void add(CompoundKey key, std::uint32_t occurrences, std::span<const Larger> larger);

  std::size_t size() const { return occurrences_.size(); }
  std::uint32_t find(CompoundKey key) const { return numbers_.find(key); }
  std::uint32_t occurrences(std::size_t compound) const { return occurrences_[compound]; }
  std::span<const Larger> larger(std::size_t compound) const;  // by key
  Weighing weighing() const { return weighing_; }
  // What weights are fractions of: one, or all occurrences.
  std::uint32_t whole(std::size_t compound) const {
    return weighing_ == Weighing::kEven ? 1 : occurrences_[compound];
  }
  // The weight of an occurrence that lies in these larger compounds (by key), times `whole`.
  std::uint32_t weight_parts(std::size_t compound, std::span<const CompoundKey> lies_in) const;

 private:
  Weighing weighing_;
  KeyTable numbers_;
  std::vector<std::uint32_t> occurrences_;
  std::vector<std::size_t> larger_begins_{0};
  std::vector<Larger> larger_;
};

// The weight of every compound in one example, times its whole; ascending by number.
// Compounds that `weights` does not hold, and those of no weight, are left out.
void weigh_example(const Subgraphs& found, const CompoundWeights& weights,
                   std::vector<WeightedCompound>& out);

}  // namespace assay
