// What every learner of sequences can do: give the scores of a target, and continue one word by
// word.
//
// A model is a composition of blocks over its Parameters. Everything random comes from the Dropout
// it is handed.
#pragma once

#include <memory>
#include <vector>

#include "assay/learners/recipe/learner_recipe.h"
#include "assay/learners/tensor/dropout.h"
#include "assay/learners/tensor/parameters.h"
#include "assay/learners/text/batches.h"

namespace assay::learners {

// Where decoding stands: tensors whose first axis is the row of the batch, and how many words are
// there.
struct DecodeState {
  std::vector<Tensor> tensors;
  std::int64_t position = 0;

  // Rows that stay, in this order; a row may come twice.
  void select(const Tensor& rows);
};

// What a batch is trained by.
struct Scores {
  Tensor words;  // [rows, target width, words]
  Tensor cells;  // [rows, cells] for the thing that is meant; undefined without a head for it
};

class Model {
 public:
  virtual ~Model() = default;

  virtual Parameters& parameters() = 0;
  // Scores of every word at every target position, given the words before it: [rows, target width,
  // words]. What stands behind the end of a row means nothing.
  virtual Tensor logits(const Batch& batch, Dropout& dropout) = 0;
  virtual Scores scores(const Batch& batch, Dropout& dropout) {
    return {.words = logits(batch, dropout), .cells = {}};
  }
  // Scores::cells in prediction, without the words.
  virtual Tensor cell_scores(const Batch& /*batch*/) { return {}; }

  // Prediction: the sources of a batch are read once, then words are asked for one at a time.
  // `last` [rows] are the words chosen in the step before, undefined in the first. Gives [rows,
  // words].
  virtual DecodeState read_sources(const Batch& batch) = 0;
  virtual Tensor next_logits(DecodeState& state, const Tensor& last) = 0;
};

std::unique_ptr<Model> make_model(const LearnerRecipe& recipe, std::int64_t words,
                                  std::uint64_t seed,
                                  const at::TensorOptions& options = at::kFloat);

// Integers of a batch as a tensor [rows, width], or [rows].
Tensor token_tensor(const std::vector<std::int64_t>& tokens, std::int64_t rows);
Tensor length_tensor(const std::vector<std::int64_t>& lengths);

}  // namespace assay::learners
