#include "assay/learners/fewshot/fewshot_model.h"

#include "assay/base/error.h"

namespace assay::learners {

namespace {

Tensor labels_of(const std::vector<std::uint8_t>& labels, const at::TensorOptions& options) {
  const Tensor made = at::empty({static_cast<std::int64_t>(labels.size())}, at::kByte);
  std::copy(labels.begin(), labels.end(), made.data_ptr<std::uint8_t>());
  return made.to(options).view({2, -1, static_cast<std::int64_t>(kShots)});
}

}  // namespace

FewshotModel::FewshotModel(const FewshotRecipe& recipe, std::int64_t words, std::uint64_t seed,
                           const at::TensorOptions& options)
    : recipe_(recipe), parameters_(seed, options), kept_(options) {
  encoder_ = make_encoder(recipe, parameters_);
  pooling_ = make_pooling(recipe, encoder_->shape(), parameters_, kept_);
  if (recipe.alpha > 0) speller_.emplace(recipe, words, parameters_);
  parameters_.seal();
}

FewshotModel::EpisodeFeatures FewshotModel::episode_features(const EpisodeBatch& batch,
                                                             const Pass& pass,
                                                             Dropout& dropout) const {
  const Tensor all = (*pooling_)((*encoder_)(batch.scenes), pass, dropout)
                         .view({2, static_cast<std::int64_t>(batch.episodes),
                                static_cast<std::int64_t>(kShots), -1});
  const Tensor labels = labels_of(batch.labels, parameters_.options());
  return {
      .support = all[0], .query = all[1], .support_labels = labels[0], .query_labels = labels[1]};
}

FewshotLoss FewshotModel::loss(const EpisodeBatch& batch, const ConceptWords* words,
                               Dropout& dropout) const {
  const EpisodeFeatures found = episode_features(batch, {.is_training = true, .parts = 2}, dropout);
  const Prototypes prototypes = prototypes_of(found.support, found.support_labels);
  FewshotLoss loss;
  loss.total = label_loss(yes_scores(prototypes, found.query), found.query_labels);
  loss.labels = loss.total.item<double>();
  if (!speller_) return loss;
  ASSAY_CHECK(words != nullptr);
  std::vector<std::vector<std::int64_t>> spelled;
  for (const std::uint32_t subject : batch.subjects) {
    const auto each = words->of(subject);
    spelled.emplace_back(each.begin(), each.end());
  }
  const Tensor spelling = speller_->loss(prototypes, spelling_of(spelled, ConceptWords::kEnd),
                                         words->length(), dropout);
  loss.spelling = spelling.item<double>();
  loss.total = loss.total + recipe_.alpha * spelling;
  return loss;
}

Tensor FewshotModel::features(const SceneSet& scenes) const {
  const at::NoGradGuard no_gradient;
  Dropout none;
  return (*pooling_)((*encoder_)(scenes), {}, none);
}

}  // namespace assay::learners
