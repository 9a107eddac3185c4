// The paper's ideal learners: the strong one may think of every concept, the weak one of those of
// training alone, the third guesses.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "assay/base/object_pool.h"
#include "assay/core/ideal_learners.h"
#include "assay/tasks/curi/posterior.h"
#include "assay/tasks/curi/row.h"
#include "assay/tasks/curi/scene_pool.h"

namespace assay::curi {

// One bit of knowledge a concept: whether training had it.
using Trained = std::vector<bool>;

// What a learner that knows the concepts of training thinks of those that explain a support; all 0
// where it knows none of them.
std::vector<Credence> credences(std::span<const double> log_posterior,
                                std::span<const std::uint32_t> valid, const Trained& trained);

// The share of positives and of negatives that are told right, averaged; of what there is where
// one of them is missing.
class BalancedAccuracy {
 public:
  void see(bool told, bool label);
  double value() const;

 private:
  std::array<double, 2> right_{};  // of negatives, of positives
  std::array<double, 2> all_{};
};

class Learners : public LearnerPanel {
 public:
  // `weigh`: a row counts by the prior of its concept, for data that have each concept equally
  // often.
  Learners(std::shared_ptr<const ConceptSpace> space, BeliefSettings belief, Trained trained,
           bool weigh);

  const std::vector<std::string>& learners() const override { return learners_; }
  const std::vector<std::string>& metrics() const override { return metrics_; }
  LearnerMarks mark(const Example& row) const override;
  std::vector<std::pair<std::string, Figure>> figures() const override;

 private:
  struct Meaning {
    std::uint32_t name;  // the first of its synonyms
    Credence strong;
    Credence weak;
  };

  std::vector<Meaning> by_meaning(std::span<const std::uint32_t> valid,
                                  std::span<const Credence> strong,
                                  std::span<const Credence> weak) const;
  double accuracy(const Example& row, std::uint32_t subject, std::span<const std::uint32_t> names,
                  std::span<const Credence> weights) const;
  double precision_by_chance(std::span<const std::uint64_t> labels) const;

  std::shared_ptr<const ConceptSpace> space_;
  BeliefSettings belief_;
  Trained everything_;
  Trained trained_;
  bool weigh_;
  ScenePool pool_;
  double harmonic_;  // 1 + 1/2 + ... for every scene of the pool
  ObjectPool<PoolRanking> rankings_;
  std::vector<std::string> learners_{"strong", "weak", "random"};
  std::vector<std::string> metrics_{"mAP", "accuracy", "expected mAP", "optimistic mAP"};
};

}  // namespace assay::curi
