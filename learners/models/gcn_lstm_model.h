// GCN-LSTM (Gao et al. 2020), as its code and ReaSCAN's (Wu et al. 2021) have it: things of the
// world exchange messages that the command conditions, then convolutions, and M-LSTM's decoder.
#pragma once

#include <memory>

#include "assay/learners/models/model.h"

namespace assay::learners {

std::unique_ptr<Model> make_gcn_lstm_model(const LearnerRecipe& recipe, std::int64_t words,
                                           std::uint64_t seed, const at::TensorOptions& options);

}  // namespace assay::learners
