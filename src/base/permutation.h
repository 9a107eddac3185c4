// A keyed bijection of [0, count): row i of a shuffled finite task is rank permutation.at(i).
//
// A Feistel network over the next even power of two, walked until it lands inside: no table, any
// position in constant time, no repeats.
#pragma once

#include <cstdint>

#include "assay/base/random.h"

namespace assay {

class Permutation {
 public:
  Permutation(Key key, std::uint64_t count);
  std::uint64_t at(std::uint64_t index) const;  // index < count

 private:
  std::uint64_t encrypt(std::uint64_t value) const;

  Key key_;
  std::uint64_t count_;
  unsigned half_bits_;
  std::uint32_t half_mask_;
};

}  // namespace assay
