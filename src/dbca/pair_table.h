// How often each pair (compound, compound one node larger) was seen: a hash table that grows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/dbca/compound_key.h"

namespace assay {

// How often `compound` occurs inside `larger`; all its occurrences when `larger` is 0.
struct PairCount {
  CompoundKey compound = 0;
  CompoundKey larger = 0;
  std::uint32_t times = 0;
};

// Open addressing, at most two thirds full. A slot is free while it counts nothing.
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

  // All pairs, by compound and then by larger compound; leaves the table empty.
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
  // Where the pair is or belongs.
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

}  // namespace assay
