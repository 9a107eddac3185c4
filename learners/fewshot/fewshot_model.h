// A learner of episodes: encoder, pooling and prototypes, and where it should spell concepts, a
// speller.
#pragma once

#include <memory>
#include <optional>

#include "assay/learners/episodes/concept_words.h"
#include "assay/learners/fewshot/concept_speller.h"
#include "assay/learners/fewshot/schema_encoder.h"

namespace assay::learners {

struct FewshotLoss {
  Tensor total;
  double labels = 0;
  double spelling = 0;
};

class FewshotModel {
 public:
  // `words`: of the concepts, for a speller.
  FewshotModel(const FewshotRecipe& recipe, std::int64_t words, std::uint64_t seed,
               const at::TensorOptions& options = at::kFloat);

  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }
  KeptTensors& kept() { return kept_; }
  const KeptTensors& kept() const { return kept_; }

  // Of a step of training: normalisation is by the batch, and its running numbers move. `words` of
  // the concepts are needed where there is a speller.
  FewshotLoss loss(const EpisodeBatch& batch, const ConceptWords* words, Dropout& dropout) const;

  // Of prediction, without gradients: features of scenes [scenes, features].
  Tensor features(const SceneSet& scenes) const;
  // The features of a batch by episode: supports and queries, [episodes, shots, features] each.
  struct EpisodeFeatures {
    Tensor support, query;
    Tensor support_labels, query_labels;  // [episodes, shots]
  };
  EpisodeFeatures episode_features(const EpisodeBatch& batch, const Pass& pass,
                                   Dropout& dropout) const;

 private:
  FewshotRecipe recipe_;
  Parameters parameters_;
  KeptTensors kept_;
  std::unique_ptr<Encoder> encoder_;
  std::unique_ptr<Pooling> pooling_;
  std::optional<ConceptSpeller> speller_;
};

}  // namespace assay::learners
