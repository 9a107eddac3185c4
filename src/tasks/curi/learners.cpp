#include "assay/tasks/curi/learners.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "assay/base/error.h"

namespace assay::curi {

namespace {

double harmonic_number(std::uint64_t count) {
  double sum = 0;
  for (std::uint64_t at = 1; at <= count; ++at) sum += 1.0 / static_cast<double>(at);
  return sum;
}

std::uint64_t bits_in(std::span<const std::uint64_t> words) {
  std::uint64_t count = 0;
  for (const std::uint64_t word : words) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

}  // namespace

std::vector<double> strong_weights(std::span<const double> log_posterior) {
  std::vector<double> weights;
  weights.reserve(log_posterior.size());
  for (const double log : log_posterior) weights.push_back(std::exp(log));
  return weights;
}

std::vector<double> weak_weights(std::span<const double> log_posterior,
                                 std::span<const std::uint32_t> valid, const Trained& trained) {
  double most = 0;
  bool any = false;
  for (std::size_t at = 0; at < valid.size(); ++at) {
    if (!trained[valid[at]]) continue;
    most = any ? std::max(most, log_posterior[at]) : log_posterior[at];
    any = true;
  }
  std::vector<double> weights(valid.size());
  double sum = 0;
  for (std::size_t at = 0; at < valid.size(); ++at) {
    if (!trained[valid[at]]) continue;
    weights[at] = std::exp(log_posterior[at] - most);
    sum += weights[at];
  }
  for (double& weight : weights) weight /= sum > 0 ? sum : 1;
  return weights;
}

double balanced_accuracy(std::span<const double> scores, std::span<const bool> labels) {
  std::array<double, 2> right{};
  std::array<double, 2> all{};
  for (std::size_t at = 0; at < labels.size(); ++at) {
    const std::size_t side = labels[at] ? 1 : 0;
    all[side] += 1;
    right[side] += (scores[at] > 0.5) == labels[at] ? 1 : 0;
  }
  if (all[0] == 0 || all[1] == 0) return (right[0] + right[1]) / (all[0] + all[1]);
  return (right[0] / all[0] + right[1] / all[1]) / 2;
}

Learners::Learners(std::shared_ptr<const ConceptSpace> space, BeliefSettings belief,
                   Trained trained, bool weigh)
    : space_(std::move(space)),
      belief_(belief),
      trained_(std::move(trained)),
      weigh_(weigh),
      pool_(*space_),
      harmonic_(harmonic_number(pool_.size())),
      rankings_([this] { return std::make_unique<PoolRanking>(pool_); }) {}

// The expectation over all orders of the pool.
double Learners::precision_by_chance(std::span<const std::uint64_t> labels) const {
  const auto all = static_cast<double>(pool_.size());
  const auto positives = static_cast<double>(bits_in(labels));
  return (positives - 1) / (all - 1) * (1 - harmonic_ / all) + harmonic_ / all;
}

LearnerMarks Learners::mark(const Example& row) const {
  const auto subject = static_cast<std::uint32_t>(number_of(row, kNumberColumn));
  ASSAY_CHECK(subject < space_->concepts().size());
  std::vector<std::uint32_t> valid;
  for (const std::int64_t index : numbers_of(row, kValidColumn)) {
    valid.push_back(static_cast<std::uint32_t>(index));
  }
  const std::vector<double> belief = log_posterior(*space_, belief_, valid);
  const std::vector<double> everything = strong_weights(belief);
  std::vector<std::uint64_t> optimistic(pool_.words());
  for (const std::uint32_t index : valid) {
    const auto where = pool_.where(index);
    for (std::size_t word = 0; word < where.size(); ++word) optimistic[word] |= where[word];
  }

  LearnerMarks marks;
  if (weigh_) marks.weight = prior_weight(space_->concepts()[subject].length);
  const auto& scenes = numbers_of(row, kQueryScenesColumn);
  std::array<bool, kSetScenes> labels{};
  for (std::size_t at = 0; at < kSetScenes; ++at) {
    labels[at] = space_->truths().holds(subject, static_cast<std::uint64_t>(scenes[at]));
  }
  Lending<PoolRanking>::Loan ranking(rankings_);
  const auto judge = [&](const std::vector<double>& weights) {
    std::array<double, kSetScenes> scores{};
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      for (std::size_t which = 0; which < valid.size(); ++which) {
        const bool holds =
            space_->truths().holds(valid[which], static_cast<std::uint64_t>(scenes[at]));
        if (holds) scores[at] += weights[which];
      }
    }
    ranking->rank(valid, weights);
    double expected = 0;
    for (std::size_t which = 0; which < valid.size(); ++which) {
      expected += everything[which] * ranking->average_precision(pool_.where(valid[which]));
    }
    marks.values.emplace_back(ranking->average_precision(pool_.where(subject)));
    marks.values.emplace_back(balanced_accuracy(scores, labels));
    marks.values.emplace_back(expected);
    marks.values.emplace_back(ranking->average_precision(optimistic));
  };
  judge(everything);
  judge(weak_weights(belief, valid, trained_));

  double expected = 0;
  for (std::size_t which = 0; which < valid.size(); ++which) {
    expected += everything[which] * precision_by_chance(pool_.where(valid[which]));
  }
  marks.values.emplace_back(precision_by_chance(pool_.where(subject)));
  marks.values.emplace_back(0.5);
  marks.values.emplace_back(expected);
  marks.values.emplace_back(precision_by_chance(optimistic));
  return marks;
}

std::vector<std::pair<std::string, Figure>> Learners::figures() const {
  std::int64_t known = 0;
  for (const bool each : trained_) known += each ? 1 : 0;
  return {{"concepts", static_cast<std::int64_t>(space_->concepts().size())},
          {"concepts of training", known},
          {"scenes in the pool", static_cast<std::int64_t>(pool_.size())}};
}

}  // namespace assay::curi
