// M-LSTM, the baseline of gSCAN (Ruis et al. 2020) and ReaSCAN (Wu et al. 2021), as its code has
// it: convolutions of three widths over the world, an LSTM over the command from both ends, and a
// decoder that reads both.
#pragma once

#include <memory>

#include "assay/learners/models/model.h"

namespace assay::learners {

std::unique_ptr<Model> make_mlstm_model(const LearnerRecipe& recipe, std::int64_t words,
                                        std::uint64_t seed, const at::TensorOptions& options);

}  // namespace assay::learners
