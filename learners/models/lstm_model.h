// LSTM with attention (Keysers et al. 2020, section 5.1, as their code has it).
//
// The encoder reads the source backwards; the decoder begins with the encoder's last states; its
// top layer asks the encoder's outputs by attention, and what comes out, a, scores the words. With
// input feeding a is part of the decoder's next input, so time steps come one by one; without, each
// layer runs over all of them at once.
#pragma once

#include <memory>

#include "assay/learners/models/model.h"

namespace assay::learners {

std::unique_ptr<Model> make_lstm_model(const LearnerRecipe& recipe, std::int64_t words,
                                       std::uint64_t seed, const at::TensorOptions& options);

}  // namespace assay::learners
