// Transformer (Vaswani et al. 2017) and Universal Transformer (Dehghani et al. 2019) as Keysers et
// al. 2020 trained them: one table of words for source, target and scores; layers that may be one
// layer applied several times.
#pragma once

#include <memory>

#include "assay/learners/models/model.h"

namespace assay::learners {

std::unique_ptr<Model> make_transformer_model(const LearnerRecipe& recipe, std::int64_t words,
                                              std::uint64_t seed, const at::TensorOptions& options);

}  // namespace assay::learners
