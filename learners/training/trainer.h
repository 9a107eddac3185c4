// One training step after another: batch, loss, gradient, Adam. Everything that a step depends on
// is in the parameters, the moments and the position, so a trainer that is put back there goes on
// to the same bits.
#pragma once

#include <vector>

#include "assay/learners/models/model.h"
#include "assay/learners/training/descent.h"

namespace assay::learners {

class Trainer {
 public:
  // Model and examples must outlive it.
  Trainer(Model& model, const LearnerRecipe& recipe, const Examples& examples, std::uint64_t seed);

  // Returns the loss. Throws Error(kInput) when it is no number or beyond hope, and changes
  // nothing then.
  double step();

  std::uint64_t steps_per_epoch() const { return batches_.per_epoch(); }
  RunPosition& position() { return position_; }
  const RunPosition& position() const { return position_; }

  void save(Checkpoint& checkpoint) const;
  void restore(const Checkpoint& checkpoint);

 private:
  Model& model_;
  LearnerRecipe recipe_;
  Batches batches_;
  std::uint64_t seed_;
  RunPosition position_;
  Descent descent_;
};

// The targets of a batch for the loss: [rows * target width], -1 for padding.
Tensor loss_targets(const Batch& batch);

}  // namespace assay::learners
