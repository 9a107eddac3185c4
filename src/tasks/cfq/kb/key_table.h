// Numbers for texts, in the order in which they first came: the dictionary of a store while it is
// built, made for millions of short keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/hash.h"

namespace assay::cfq {

class KeyTable {
 public:
  std::size_t size() const { return ends_.size(); }
  std::string_view key(std::size_t number) const {
    const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
    return std::string_view(text_).substr(begin, ends_[number] - begin);
  }

  static std::uint64_t hash(std::string_view key) { return hash64(key); }
  // The number of a key, a new one where it has none. `hash` is that of the key.
  std::uint32_t find_or_add(std::string_view key, std::uint64_t hash);
  std::uint32_t find_or_add(std::string_view key) { return find_or_add(key, hash(key)); }

 private:
  void grow();

  std::string text_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> slots_;  // high half of the hash, number + 1; 0: free
};

}  // namespace assay::cfq
