// A flat hash table from 64-bit keys, which are hashes already, to numbers 0, 1, 2, ... in the
// order of insertion. Never walked, so its layout reaches no output.
#pragma once

#include <cstdint>
#include <vector>

namespace assay {

class KeyTable {
 public:
  static constexpr std::uint32_t kAbsent = ~std::uint32_t{0};

  std::size_t size() const { return size_; }

  std::uint32_t find(std::uint64_t key) const {
    if (slots_.empty()) return kAbsent;
    return slots_[slot_of(key)].value;
  }

  // The number of a key, a new one when it is unknown.
  std::uint32_t insert(std::uint64_t key) {
    if (std::size_t{size_} * 2 + 2 > slots_.size()) resize(slots_.empty() ? 64 : slots_.size() * 2);
    Slot& slot = slots_[slot_of(key)];
    if (slot.value == kAbsent) slot = {key, size_++};
    return slot.value;
  }

  // Forgets all keys and keeps the memory, unless that was far too much.
  void clear() {
    if (slots_.size() > 64 && std::size_t{size_} * 16 < slots_.size()) resize(slots_.size() / 2);
    slots_.assign(slots_.size(), Slot());
    size_ = 0;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t value = kAbsent;
  };

  // Where the key is or belongs.
  std::size_t slot_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (key * 0x9E3779B97F4A7C15ULL) >> shift_;
    while (slots_[at].value != kAbsent && slots_[at].key != key) at = (at + 1) & mask;
    return at;
  }

  void resize(std::size_t slots) {
    std::vector<Slot> old(slots);
    old.swap(slots_);
    shift_ = 64 - static_cast<unsigned>(__builtin_ctzll(slots_.size()));
    for (const Slot& slot : old) {
      if (slot.value != kAbsent) slots_[slot_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  unsigned shift_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace assay
