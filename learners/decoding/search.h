// Predictions of a model: greedy, or by beam search; sequences that are over leave the batch.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/learners/models/model.h"

namespace assay::learners {

struct SearchSettings {
  std::int64_t beam = 1;  // 1: greedy
  double length_penalty =
      0.6;  // alpha of Wu et al. 2016: scores are divided by ((5 + length) / 6)^alpha
  std::int64_t extra_length = 100;  // words beyond the length of the source, at most
  bool oracle_length = false;       // every prediction has the length of its target, and no end
};

SearchSettings search_settings(const LearnerRecipe& recipe);

using Tokens = std::vector<Token>;

// A prediction for each row of the batch, without its end. Targets are looked at only for their
// length, and only with oracle_length.
std::vector<Tokens> predict(Model& model, const Batch& batch, const SearchSettings& settings);
std::vector<Tokens> greedy_search(Model& model, const Batch& batch, const SearchSettings& settings);
std::vector<Tokens> beam_search(Model& model, const Batch& batch, const SearchSettings& settings);

// Predictions for some examples, in their order, in batches of like length.
std::vector<Tokens> predict_all(Model& model, const Examples& examples,
                                const SearchSettings& settings, std::size_t rows_per_batch,
                                const Control& control);

}  // namespace assay::learners
