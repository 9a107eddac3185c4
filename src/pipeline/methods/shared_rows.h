// Examples on both sides of a split.
#pragma once

#include <cstdint>

#include "assay/core/split.h"
#include "assay/split/bundles.h"

namespace assay {

// How many rows of dev and test are the same example as one of training.
std::uint64_t shared_rows(const Split& split, Forms forms);

}  // namespace assay
