// A keyed bijection of [0, count): row i of a shuffled finite task is rank permutation.at(i).
//
// A Feistel network over the next even power of two, walked until it lands inside: no table, any
// position in constant time, no repeats. A network cannot reach every order of a handful of things,
// so small counts are shuffled outright.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "assay/base/random.h"

namespace assay {

class Permutation {
 public:
  Permutation(Key key, std::uint64_t count);
  std::uint64_t at(std::uint64_t index) const;  // index < count

 private:
  std::uint64_t encrypt(std::uint64_t value) const;

  std::uint64_t count_;
  std::vector<std::uint32_t> shuffled_;  // of small counts
  unsigned half_bits_ = 0;
  std::uint32_t half_mask_ = 0;
  std::array<std::uint64_t, 6> round_keys_{};  // with four, small counts show patterns
};

}  // namespace assay
