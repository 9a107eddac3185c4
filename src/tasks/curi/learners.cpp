#include "assay/tasks/curi/learners.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "assay/base/error.h"
#include "assay/tasks/curi/space/bits.h"

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
  const std::vector<Meaning> meanings =
      by_meaning(valid, strong_weights(belief), weak_weights(belief, valid, trained_));
  std::vector<std::uint32_t> names;
  std::vector<double> strong;
  std::vector<double> weak;
  std::vector<std::uint64_t> optimistic(pool_.words());
  for (const Meaning& meaning : meanings) {
    names.push_back(meaning.name);
    strong.push_back(meaning.strong);
    weak.push_back(meaning.weak);
    const auto where = pool_.where(meaning.name);
    for (std::size_t word = 0; word < where.size(); ++word) optimistic[word] |= where[word];
  }

  LearnerMarks marks;
  if (weigh_) marks.weight = prior_weight(space_->concepts()[subject].length);
  Lending<PoolRanking>::Loan ranking(rankings_);
  const auto judge = [&](const std::vector<double>& weights) {
    ranking->rank(names, weights);
    double expected = 0;
    for (std::size_t at = 0; at < names.size(); ++at) {
      expected += strong[at] * ranking->average_precision(pool_.where(names[at]));
    }
    marks.values.emplace_back(ranking->average_precision(pool_.where(subject)));
    marks.values.emplace_back(accuracy(row, subject, names, weights));
    marks.values.emplace_back(expected);
    marks.values.emplace_back(ranking->average_precision(optimistic));
  };
  judge(strong);
  judge(weak);

  double expected = 0;
  for (const Meaning& meaning : meanings) {
    expected += meaning.strong * precision_by_chance(pool_.where(meaning.name));
  }
  marks.values.emplace_back(precision_by_chance(pool_.where(subject)));
  marks.values.emplace_back(0.5);
  marks.values.emplace_back(expected);
  marks.values.emplace_back(precision_by_chance(optimistic));
  return marks;
}

// Synonyms say the same of every scene: one speaks for all.
std::vector<Learners::Meaning> Learners::by_meaning(std::span<const std::uint32_t> valid,
                                                    std::span<const double> strong,
                                                    std::span<const double> weak) const {
  std::vector<Meaning> meanings;
  for (std::size_t at = 0; at < valid.size(); ++at) {
    meanings.push_back({space_->concepts()[valid[at]].cluster, strong[at], weak[at]});
  }
  std::stable_sort(meanings.begin(), meanings.end(),
                   [](const Meaning& a, const Meaning& b) { return a.name < b.name; });
  std::size_t kept = 0;
  for (std::size_t at = 1; at < meanings.size(); ++at) {
    if (meanings[at].name == meanings[kept].name) {
      meanings[kept].strong += meanings[at].strong;
      meanings[kept].weak += meanings[at].weak;
    } else {
      meanings[++kept] = meanings[at];
    }
  }
  meanings.resize(meanings.empty() ? 0 : kept + 1);
  return meanings;
}

double Learners::accuracy(const Example& row, std::uint32_t subject,
                          std::span<const std::uint32_t> names,
                          std::span<const double> weights) const {
  const auto& scenes = numbers_of(row, kQueryScenesColumn);
  std::array<bool, kSetScenes> labels{};
  std::array<double, kSetScenes> scores{};
  for (std::size_t at = 0; at < kSetScenes; ++at) {
    const auto truths = space_->truths().of_scene(static_cast<std::uint64_t>(scenes[at]));
    labels[at] = has_bit(truths, subject);
    for (std::size_t which = 0; which < names.size(); ++which) {
      if (has_bit(truths, names[which])) scores[at] += weights[which];
    }
  }
  return balanced_accuracy(scores, labels);
}

std::vector<std::pair<std::string, Figure>> Learners::figures() const {
  std::int64_t known = 0;
  for (const bool each : trained_) known += each ? 1 : 0;
  return {{"concepts", static_cast<std::int64_t>(space_->concepts().size())},
          {"concepts of training", known},
          {"scenes in the pool", static_cast<std::int64_t>(pool_.size())}};
}

}  // namespace assay::curi
