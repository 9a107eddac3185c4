#include "assay/learners/training/trainer.h"

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/learners/blocks/loss.h"
#include "assay/learners/training/schedule.h"

namespace assay::learners {

namespace {

BatchSize batch_size(const LearnerRecipe& recipe) {
  return {.rows = static_cast<std::uint64_t>(recipe.batch_rows),
          .tokens = static_cast<std::uint64_t>(recipe.batch_tokens),
          .mixes_lengths = recipe.mix_lengths};
}

void copy_to(const Tensor& to, const std::vector<float>& from) {
  ASSAY_CHECK(static_cast<std::size_t>(to.numel()) == from.size());
  const Tensor copy = at::empty(to.sizes(), at::kFloat);
  std::copy(from.begin(), from.end(), floats_of(copy).begin());
  to.copy_(copy);
}

std::vector<float> copy_of(const Tensor& tensor) {
  const Tensor copy = tensor.cpu();
  const std::span<float> values = floats_of(copy);
  return {values.begin(), values.end()};
}

}  // namespace

Trainer::Trainer(Model& model, const LearnerRecipe& recipe, const Examples& examples,
                 std::uint64_t seed)
    : model_(model),
      recipe_(recipe),
      batches_(examples, batch_size(recipe), {.of_targets = recipe.end_token}, seed),
      seed_(seed),
      moments_(model.parameters()) {}

double Trainer::step() {
  Parameters& parameters = model_.parameters();
  const std::uint64_t number = position_.step + 1;
  const Batch batch = batches_.at(position_.epoch, position_.batch);
  Dropout dropout(seed_, number, recipe_.dropout);
  parameters.clear_gradient();
  const Scores scores = model_.scores(batch, dropout);
  Tensor loss = smoothed_loss(scores.words.reshape({-1, scores.words.size(-1)}),
                              loss_targets(batch), recipe_.smoothing);
  if (scores.cells.defined())
    loss = loss + smoothed_loss(scores.cells, length_tensor(batch.target_cells), 0) *
                      recipe_.target_cell_weight;
  const double value = loss.item<double>();
  loss.backward();
  const double norm = gradient_norm(parameters);
  // A learner that knows nothing has the logarithm of the number of words.
  constexpr double kHopelessLoss = 1e4;
  if (!(value < kHopelessLoss) || !std::isfinite(norm)) {
    fail(ErrorKind::kInput,
         "training diverged: the loss of step {} is {}, the norm of its gradient {}; lower rate or "
         "set clip",
         number, value, norm);
  }
  const double scale = recipe_.clip > 0 && norm > recipe_.clip ? recipe_.clip / norm : 1;
  optimise(parameters, moments_,
           {.beta1 = recipe_.beta1, .beta2 = recipe_.beta2, .epsilon = recipe_.epsilon}, number,
           learning_rate(recipe_, number), scale);
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
  checkpoint.parameters = copy_of(model_.parameters().values());
  checkpoint.first = copy_of(moments_.first);
  checkpoint.second = copy_of(moments_.second);
}

void Trainer::restore(const Checkpoint& checkpoint) {
  position_ = checkpoint.position;
  copy_to(model_.parameters().values(), checkpoint.parameters);
  copy_to(moments_.first, checkpoint.first);
  copy_to(moments_.second, checkpoint.second);
}

std::string layout_of(const Parameters& parameters) {
  std::string text;
  for (const Parameters::Entry& entry : parameters.entries()) {
    text += entry.name;
    for (const std::int64_t size : entry.value.sizes()) text += fmt::format(" {}", size);
    text += '\n';
  }
  return text;
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
