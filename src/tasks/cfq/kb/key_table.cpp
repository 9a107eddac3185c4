#include "assay/tasks/cfq/kb/key_table.h"

#include "assay/base/error.h"

namespace assay::cfq {

namespace {

constexpr std::size_t kFewestSlots = 1024;
constexpr std::uint64_t kHashHalf = 0xFFFFFFFF00000000ULL;

}  // namespace

// Slots are found by the low bits of a hash, so a grown table needs the keys once more: the high
// half alone is kept.
void KeyTable::grow() {
  const std::size_t size = slots_.empty() ? kFewestSlots : slots_.size() * 2;
  slots_.assign(size, 0);
  for (std::size_t number = 0; number < ends_.size(); ++number) {
    const std::uint64_t hashed = hash(key(number));
    std::size_t at = hashed & (size - 1);
    while (slots_[at] != 0) at = (at + 1) & (size - 1);
    slots_[at] = (hashed & kHashHalf) | (number + 1);
  }
}

std::uint32_t KeyTable::find_or_add(std::string_view key, std::uint64_t hash) {
  if (slots_.size() < ends_.size() * 2 + 2) grow();
  std::size_t at = hash & (slots_.size() - 1);
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    if (((slots_[at] ^ hash) & kHashHalf) != 0) continue;
    const auto number = static_cast<std::uint32_t>(slots_[at] - 1);
    if (this->key(number) == key) return number;
  }
  const auto number = static_cast<std::uint32_t>(ends_.size());
  ASSAY_CHECK(number < UINT32_MAX - 1);
  text_ += key;
  ends_.push_back(text_.size());
  slots_[at] = (hash & kHashHalf) | (number + 1U);
  return number;
}

}  // namespace assay::cfq
