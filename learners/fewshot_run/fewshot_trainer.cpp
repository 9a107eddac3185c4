#include "assay/learners/fewshot_run/fewshot_trainer.h"

#include "assay/learners/training/schedule.h"
#include "assay/learners/training/stopwatch.h"

namespace assay::learners {

FewshotTrainer::FewshotTrainer(FewshotModel& model, const FewshotRecipe& recipe, EpisodeFeed& feed,
                               SceneBank& bank, const ConceptWords* words, std::uint64_t seed)
    : model_(model),
      recipe_(recipe),
      feed_(feed),
      bank_(bank),
      words_(words),
      seed_(seed),
      descent_(model.parameters(),
               {.beta1 = recipe.beta1, .beta2 = recipe.beta2, .epsilon = recipe.epsilon},
               recipe.clip) {}

EpisodeBatch FewshotTrainer::next_batch() {
  const Stopwatch watch;
  EpisodeBatch batch = make_batch(feed_.at(position_.epoch, position_.batch), bank_);
  position_.feeding_seconds += watch.cpu_seconds();
  return batch;
}

double FewshotTrainer::step() {
  const std::uint64_t number = position_.step + 1;
  const EpisodeBatch batch = next_batch();
  Dropout dropout(seed_, number, recipe_.dropout);
  model_.parameters().clear_gradient();
  const FewshotLoss loss = model_.loss(batch, words_, dropout);
  const double value = descent_.step(loss.total, number,
                                     learning_rate({.name = recipe_.schedule,
                                                    .rate = recipe_.rate,
                                                    .warmup = recipe_.warmup,
                                                    .steps = recipe_.steps},
                                                   number));
  position_.step = number;
  position_.tokens += batch.scenes.scenes();
  ++position_.batch;
  if (!feed_.is_stream() && position_.batch == feed_.batches_per_epoch()) {
    position_.batch = 0;
    ++position_.epoch;
  }
  return value;
}

void FewshotTrainer::save(Checkpoint& checkpoint) const {
  checkpoint.position = position_;
  checkpoint.kept = model_.kept().values();
  descent_.save(checkpoint);
}

void FewshotTrainer::restore(const Checkpoint& checkpoint) {
  position_ = checkpoint.position;
  model_.kept().set(checkpoint.kept);
  descent_.restore(checkpoint);
}

}  // namespace assay::learners
