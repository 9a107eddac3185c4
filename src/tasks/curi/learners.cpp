#include "assay/tasks/curi/learners.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "assay/tasks/curi/space/bits.h"

namespace assay::curi {

namespace {

constexpr double kCertain = 4611686018427387904.0;  // 2^62

Credence total_of(std::span<const Credence> weights) {
  return std::accumulate(weights.begin(), weights.end(), Credence{0});
}

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

std::vector<Credence> credences(std::span<const double> log_posterior,
                                std::span<const std::uint32_t> valid, const Trained& trained) {
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t at = 0; at < valid.size(); ++at) {
    if (trained[valid[at]]) most = std::max(most, log_posterior[at]);
  }
  std::vector<double> shares(valid.size());
  double sum = 0;
  for (std::size_t at = 0; at < valid.size(); ++at) {
    if (!trained[valid[at]]) continue;
    shares[at] = std::exp(log_posterior[at] - most);
    sum += shares[at];
  }
  std::vector<Credence> result(valid.size());
  for (std::size_t at = 0; at < valid.size(); ++at) {
    if (!trained[valid[at]]) continue;
    result[at] = std::max<Credence>(1, static_cast<Credence>(shares[at] / sum * kCertain));
  }
  return result;
}

void BalancedAccuracy::see(bool told, bool label) {
  const std::size_t side = label ? 1 : 0;
  all_[side] += 1;
  right_[side] += told == label ? 1 : 0;
}

double BalancedAccuracy::value() const {
  if (all_[0] == 0 || all_[1] == 0) return (right_[0] + right_[1]) / (all_[0] + all_[1]);
  return (right_[0] / all_[0] + right_[1] / all_[1]) / 2;
}

Learners::Learners(std::shared_ptr<const ConceptSpace> space, BeliefSettings belief,
                   Trained trained, bool weigh)
    : space_(std::move(space)),
      belief_(belief),
      everything_(space_->concepts().size(), true),
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
  expect_fit(row, *space_);
  const auto subject = static_cast<std::uint32_t>(number_at(row, kNumberColumn));
  std::vector<std::uint32_t> valid;
  for (const std::int64_t index : numbers_at(row, kValidColumn)) {
    valid.push_back(static_cast<std::uint32_t>(index));
  }
  const std::vector<double> belief = log_posterior(*space_, belief_, valid);
  const std::vector<Meaning> meanings =
      by_meaning(valid, credences(belief, valid, everything_), credences(belief, valid, trained_));
  std::vector<std::uint32_t> names;
  std::vector<Credence> strong;
  std::vector<Credence> weak;
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
  ObjectPool<PoolRanking>::Loan ranking(rankings_);
  const auto certain = static_cast<double>(total_of(strong));
  const auto judge = [&](const std::vector<Credence>& weights) {
    ranking->rank(names, weights);
    double expected = 0;
    for (std::size_t at = 0; at < names.size(); ++at) {
      expected += static_cast<double>(strong[at]) / certain *
                  ranking->average_precision(pool_.where(names[at]));
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
    expected += static_cast<double>(meaning.strong) / certain *
                precision_by_chance(pool_.where(meaning.name));
  }
  marks.values.emplace_back(precision_by_chance(pool_.where(subject)));
  marks.values.emplace_back(0.5);
  marks.values.emplace_back(expected);
  marks.values.emplace_back(precision_by_chance(optimistic));
  return marks;
}

// Synonyms say the same of every scene: one speaks for all.
std::vector<Learners::Meaning> Learners::by_meaning(std::span<const std::uint32_t> valid,
                                                    std::span<const Credence> strong,
                                                    std::span<const Credence> weak) const {
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
                          std::span<const Credence> weights) const {
  const Credence all = total_of(weights);
  BalancedAccuracy accuracy;
  for (const std::int64_t scene : numbers_at(row, kQueryScenesColumn)) {
    const auto truths = space_->truths().of_scene(static_cast<std::uint64_t>(scene));
    Credence score = 0;
    for (std::size_t which = 0; which < names.size(); ++which) {
      if (has_bit(truths, names[which])) score += weights[which];
    }
    accuracy.see(likelier_than_not(score, all), has_bit(truths, subject));
  }
  return accuracy.value();
}

std::vector<std::pair<std::string, Figure>> Learners::figures() const {
  std::int64_t known = 0;
  for (const bool each : trained_) known += each ? 1 : 0;
  return {{"concepts", static_cast<std::int64_t>(space_->concepts().size())},
          {"concepts of training", known},
          {"scenes in the pool", static_cast<std::int64_t>(pool_.size())}};
}

}  // namespace assay::curi
