#include "assay/learners/fewshot_run/pool_scores.h"

#include <algorithm>

#include "assay/base/average_precision.h"
#include "assay/base/error.h"
#include "assay/tasks/curi/learners.h"

namespace assay::learners {

namespace {

constexpr std::size_t kScenesAtOnce = 512;
constexpr std::size_t kEpisodesAtOnce = 16;

}  // namespace

PoolScorer::PoolScorer(const FewshotModel& model, SceneBank& bank, const curi::ScenePool& pool)
    : model_(model), bank_(bank), pool_(pool) {}

void PoolScorer::encode_pool() {
  std::vector<Tensor> features;
  const auto& scenes = pool_.scenes();
  for (std::size_t begin = 0; begin < scenes.size(); begin += kScenesAtOnce) {
    SceneSet some;
    const std::size_t end = std::min(scenes.size(), begin + kScenesAtOnce);
    for (std::size_t i = begin; i < end; ++i) bank_.append(scenes[i], some);
    features.push_back(model_.features(some));
  }
  features_ = at::cat(features, 0);
}

void PoolScorer::score(std::span<const EpisodeRow> episodes, bool with_pool,
                       const std::function<void(std::size_t, const EpisodeScores&)>& use,
                       const Control& control) const {
  const at::NoGradGuard no_gradient;
  Dropout none;
  for (std::size_t begin = 0; begin < episodes.size(); begin += kEpisodesAtOnce) {
    if (control.cancelled())
      throw Interrupted("stopped while predicting; the same command goes on");
    const auto some = episodes.subspan(begin, std::min(kEpisodesAtOnce, episodes.size() - begin));
    const auto found = model_.episode_features(make_batch(some, bank_), {}, none);
    const Prototypes prototypes = prototypes_of(found.support, found.support_labels);
    const Tensor query = yes_scores(prototypes, found.query).cpu().contiguous();
    const Tensor pool =
        with_pool ? pool_scores(prototypes, features_).cpu().contiguous() : Tensor();
    for (std::size_t i = 0; i < some.size(); ++i) {
      EpisodeScores scores;
      const float* first = query.data_ptr<float>() + i * kShots;
      scores.query.assign(first, first + kShots);
      if (with_pool) scores.pool = {pool.data_ptr<float>() + i * pool_.size(), pool_.size()};
      use(begin + i, scores);
    }
  }
}

void EpisodeTally::see(const EpisodeRow& row, const EpisodeScores& scores) {
  curi::BalancedAccuracy accuracy;
  bool is_exact = true;
  for (std::size_t i = 0; i < kShots; ++i) {
    const bool told = scores.query[i] > 0;
    const bool label = row.query_labels[i] == 1;
    accuracy.see(told, label);
    is_exact = is_exact && told == label;
  }
  ++rows_;
  if (is_exact) ++exact_;
  accuracy_sum_ += accuracy.value();
  if (scores.pool.empty()) return;
  const std::vector<double> pool(scores.pool.begin(), scores.pool.end());
  if (const auto precision = average_precision(pool, pool_.where(row.subject))) {
    ++ranked_;
    precision_sum_ += *precision;
  }
}

double EpisodeTally::accuracy() const { return accuracy_sum_ / static_cast<double>(rows_); }

std::optional<double> EpisodeTally::precision() const {
  if (ranked_ == 0) return std::nullopt;
  return precision_sum_ / static_cast<double>(ranked_);
}

}  // namespace assay::learners
