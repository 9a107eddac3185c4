// One step after another of a learner of episodes. As with sequences, everything that a step
// depends on is in the parameters, the moments, the running numbers of normalisation and the
// position.
#pragma once

#include "assay/learners/fewshot/fewshot_model.h"
#include "assay/learners/fewshot_run/episode_feed.h"
#include "assay/learners/training/descent.h"

namespace assay::learners {

class FewshotTrainer {
 public:
  // All of them must outlive it. `words` may be absent where nothing is spelled.
  FewshotTrainer(FewshotModel& model, const FewshotRecipe& recipe, EpisodeFeed& feed,
                 SceneBank& bank, const ConceptWords* words, std::uint64_t seed);

  // Returns the loss. Throws Error(kInput) when it is no number or beyond hope.
  double step();

  RunPosition& position() { return position_; }
  void save(Checkpoint& checkpoint) const;
  void restore(const Checkpoint& checkpoint);

 private:
  EpisodeBatch next_batch();

  FewshotModel& model_;
  FewshotRecipe recipe_;
  EpisodeFeed& feed_;
  SceneBank& bank_;
  const ConceptWords* words_;
  std::uint64_t seed_;
  RunPosition position_;
  Descent descent_;
};

}  // namespace assay::learners
