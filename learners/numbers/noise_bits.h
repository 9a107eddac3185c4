// Random numbers of a training run, each with an address: what for, at which step, at which place
// of the model.
//
// Nothing is drawn in sequence, so a run that was killed goes on with the very numbers that it
// would have had. Philox4x32-10 as in base/random.h, sixteen counters at a time.
#pragma once

#include <cstdint>
#include <span>

#include "assay/base/random.h"

namespace assay::learners {

struct NoiseAddress {
  std::uint64_t step = 0;
  std::uint32_t site = 0;  // which of the step's masks, or which parameter
};

// Each value is 0 with probability `rate`, rounded to a multiple of 1/65536, else 1 / (1 - rate).
// Values 128 g to 128 g + 127 come from the blocks 16 g to 16 g + 15: value 128 g + 64 h + 16 w + l
// is decided by half h (0: the lower) of word w of block 16 g + l.
void fill_dropout_mask(std::span<float> mask, double rate, Key key, NoiseAddress address);
void fill_dropout_mask(std::span<double> mask, double rate, Key key, NoiseAddress address);

// Uniform in (-bound, bound).
void fill_uniform(std::span<double> values, double bound, Key key, NoiseAddress address);
// Normal with mean 0.
void fill_normal(std::span<double> values, double deviation, Key key, NoiseAddress address);

}  // namespace assay::learners
