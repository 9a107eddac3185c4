#include "assay/dbca/compound_lists.h"

#include <algorithm>

#include "assay/base/hash.h"
#include "assay/dbca/own_compounds.h"

namespace assay {

namespace {

// Seven bits a byte, the lowest first; the last byte has no upper bit.
void append_packed(std::vector<std::uint8_t>& out, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7U) out.push_back(static_cast<std::uint8_t>(number | 0x80U));
  out.push_back(static_cast<std::uint8_t>(number));
}

std::uint32_t next_packed(const std::uint8_t*& at) {
  std::uint32_t number = *at & 0x7FU;
  for (unsigned shift = 7; (*at++ & 0x80U) != 0; shift += 7) number |= (*at & 0x7FU) << shift;
  return number;
}

}  // namespace

std::uint32_t CompoundLists::add(std::span<const CompoundKey> keys) {
  scratch_.clear();
  std::uint64_t hash = keys.size();
  for (const CompoundKey key : keys) {
    scratch_.push_back(numbers_.insert(key));
    hash = mix(hash, key);
  }
  std::ranges::sort(scratch_);
  packed_.clear();
  append_packed(packed_, static_cast<std::uint32_t>(scratch_.size()));
  for (std::size_t at = 0; at < scratch_.size(); ++at) {
    append_packed(packed_, scratch_[at] - (at == 0 ? 0 : scratch_[at - 1]));
  }
  for (;;) {
    const std::uint32_t known = by_hash_.find(hash);
    if (known == KeyTable::kAbsent) break;
    if (std::ranges::equal(lists_[known], packed_)) return known;
    hash = mix(hash, 1);
  }
  lists_.add(packed_);
  entries_ += scratch_.size();
  return by_hash_.insert(hash);
}

std::uint32_t CompoundLists::count(std::size_t list) const {
  const std::uint8_t* at = lists_[list].data();
  return next_packed(at);
}

void CompoundLists::read(std::size_t list, std::vector<std::uint32_t>& out) const {
  const std::uint8_t* at = lists_[list].data();
  out.resize(next_packed(at));
  std::uint32_t number = 0;
  for (std::uint32_t& each : out) each = number += next_packed(at);
}

void compound_keys(const RuleGraph& graph, Subgraphs& subgraphs, std::vector<CompoundKey>& keys) {
  subgraphs.find(view_of(graph));
  keys.clear();
  for (std::size_t set = 0; set < subgraphs.size(); ++set) keys.push_back(subgraphs.compound(set));
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace assay
