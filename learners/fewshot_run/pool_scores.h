// What a learner says of episodes: for each scene of the query how likely the concept holds, and of
// each scene of the pool, by which average precision is measured.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "assay/base/progress.h"
#include "assay/learners/fewshot/fewshot_model.h"
#include "assay/tasks/curi/scene_pool.h"

namespace assay::learners {

// Logarithms of the odds that the concept holds.
struct EpisodeScores {
  std::vector<float> query;     // kShots
  std::span<const float> pool;  // of every scene of the pool; empty where it was not asked for
};

class PoolScorer {
 public:
  // All of them must outlive it.
  PoolScorer(const FewshotModel& model, SceneBank& bank, const curi::ScenePool& pool);

  // Encodes the pool with the model's parameters as they are now.
  void encode_pool();
  // Calls use(i, scores) for each episode, in order.
  void score(std::span<const EpisodeRow> episodes, bool with_pool,
             const std::function<void(std::size_t, const EpisodeScores&)>& use,
             const Control& control) const;

 private:
  const FewshotModel& model_;
  SceneBank& bank_;
  const curi::ScenePool& pool_;
  Tensor features_;  // [scenes of the pool, features]
};

// How well episodes were answered.
class EpisodeTally {
 public:
  explicit EpisodeTally(const curi::ScenePool& pool) : pool_(pool) {}

  void see(const EpisodeRow& row, const EpisodeScores& scores);
  std::uint64_t rows() const { return rows_; }
  std::uint64_t exact() const { return exact_; }  // all labels right
  double accuracy() const;  // of positives and negatives of an episode, averaged; the mean
  std::optional<double> precision() const;  // mean average precision over the pool, where known

 private:
  const curi::ScenePool& pool_;
  std::uint64_t rows_ = 0;
  std::uint64_t exact_ = 0;
  double accuracy_sum_ = 0;
  std::uint64_t ranked_ = 0;
  double precision_sum_ = 0;
};

}  // namespace assay::learners
