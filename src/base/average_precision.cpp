#include "assay/base/average_precision.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

#include "assay/base/error.h"

namespace assay {

namespace {

// How many have a score, and how many of these are positive.
struct Threshold {
  double score = 0;
  std::uint64_t count = 0;
  std::uint64_t positives = 0;
};

// The score of more than half of all, if any has so many; otherwise any score (Boyer and Moore).
double likely_majority(std::span<const double> scores) {
  double candidate = 0;
  std::uint64_t lead = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double score = scores[i];
    if (std::isnan(score)) {
      fail(ErrorKind::kInput, "score {} of {} is not a number; scores must have an order", i,
           scores.size());
    }
    if (lead == 0) candidate = score;
    if (score == candidate) {
      ++lead;
    } else {
      --lead;
    }
  }
  return candidate;
}

double sum_over(std::span<const Threshold> falling, std::uint64_t positives) {
  double sum = 0;
  std::uint64_t seen = 0;
  std::uint64_t right = 0;
  for (std::size_t at = 0; at < falling.size();) {
    const double score = falling[at].score;
    std::uint64_t gained = 0;
    for (; at < falling.size() && falling[at].score == score; ++at) {
      seen += falling[at].count;
      gained += falling[at].positives;
    }
    if (gained == 0) continue;
    right += gained;
    const double precision = static_cast<double>(right) / static_cast<double>(seen);
    sum += static_cast<double>(gained) / static_cast<double>(positives) * precision;
  }
  return sum;
}

template <typename IsPositive>
std::optional<double> average(std::span<const double> scores, std::uint64_t positives,
                              IsPositive is_positive) {
  Threshold majority{likely_majority(scores), 0, positives};
  if (positives == 0) return std::nullopt;
  std::vector<Threshold> thresholds;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double score = scores[i];
    if (score == majority.score) {
      ++majority.count;
      continue;
    }
    const std::uint64_t positive = is_positive(i) ? 1 : 0;
    majority.positives -= positive;
    thresholds.push_back({score, 1, positive});
  }
  if (majority.count > 0) thresholds.push_back(majority);
  std::ranges::sort(thresholds, std::ranges::greater(), &Threshold::score);
  return sum_over(thresholds, positives);
}

}  // namespace

std::optional<double> average_precision(std::span<const double> scores,
                                        std::span<const std::uint8_t> labels) {
  ASSAY_CHECK(labels.size() == scores.size());
  std::uint64_t positives = 0;
  for (const std::uint8_t label : labels) positives += label != 0 ? 1 : 0;
  return average(scores, positives, [&](std::size_t i) { return labels[i] != 0; });
}

std::optional<double> average_precision(std::span<const double> scores,
                                        std::span<const std::uint64_t> label_words) {
  constexpr std::size_t kBits = 64;
  ASSAY_CHECK(label_words.size() == (scores.size() + kBits - 1) / kBits);
  std::uint64_t positives = 0;
  for (const std::uint64_t word : label_words) {
    positives += static_cast<std::uint64_t>(std::popcount(word));
  }
  if (const std::size_t used = scores.size() % kBits; used > 0) {
    positives -= static_cast<std::uint64_t>(std::popcount(label_words.back() >> used));
  }
  return average(scores, positives,
                 [&](std::size_t i) { return (label_words[i / kBits] >> (i % kBits) & 1U) != 0; });
}

}  // namespace assay
