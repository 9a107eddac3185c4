#include "assay/learners/training/trainer.h"

#include <algorithm>

#include "assay/learners/blocks/loss.h"
#include "assay/learners/training/schedule.h"

namespace assay::learners {

namespace {

BatchSize batch_size(const LearnerRecipe& recipe) {
  return {.rows = static_cast<std::uint64_t>(recipe.batch_rows),
          .tokens = static_cast<std::uint64_t>(recipe.batch_tokens),
          .mixes_lengths = recipe.mix_lengths};
}

}  // namespace

Trainer::Trainer(Model& model, const LearnerRecipe& recipe, const Examples& examples,
                 std::uint64_t seed)
    : model_(model),
      recipe_(recipe),
      batches_(examples, batch_size(recipe), {.of_targets = recipe.end_token}, seed),
      seed_(seed),
      descent_(model.parameters(),
               {.beta1 = recipe.beta1, .beta2 = recipe.beta2, .epsilon = recipe.epsilon},
               recipe.clip) {}

double Trainer::step() {
  const std::uint64_t number = position_.step + 1;
  const Batch batch = batches_.at(position_.epoch, position_.batch);
  Dropout dropout(seed_, number, recipe_.dropout);
  model_.parameters().clear_gradient();
  const Scores scores = model_.scores(batch, dropout);
  Tensor loss = smoothed_loss(scores.words.reshape({-1, scores.words.size(-1)}),
                              loss_targets(batch), recipe_.smoothing);
  if (scores.cells.defined())
    loss = loss + smoothed_loss(scores.cells, length_tensor(batch.target_cells), 0) *
                      recipe_.target_cell_weight;
  const double value = descent_.step(loss, number, learning_rate(recipe_, number));
  position_.step = number;
  position_.tokens += static_cast<std::uint64_t>(batch.source_tokens() + batch.target_tokens());
  if (++position_.batch == batches_.per_epoch()) {
    position_.batch = 0;
    ++position_.epoch;
  }
  return value;
}

void Trainer::save(Checkpoint& checkpoint) const {
  checkpoint.position = position_;
  descent_.save(checkpoint);
}

void Trainer::restore(const Checkpoint& checkpoint) {
  position_ = checkpoint.position;
  descent_.restore(checkpoint);
}

Tensor loss_targets(const Batch& batch) {
  Tensor targets = token_tensor(batch.target, batch.rows).view({-1});
  auto* values = targets.data_ptr<std::int64_t>();
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    const std::int64_t length = batch.target_lengths[static_cast<std::size_t>(row)];
    std::fill(values + row * batch.target_width + length, values + (row + 1) * batch.target_width,
              -1);
  }
  return targets;
}

}  // namespace assay::learners
