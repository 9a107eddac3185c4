#include "assay/base/average_precision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/random.h"

namespace assay {
namespace {

using Scores = std::vector<double>;
using Labels = std::vector<std::uint8_t>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::uint64_t> words_of(const Labels& labels) {
  std::vector<std::uint64_t> words((labels.size() + 63) / 64);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    words[i / 64] |= std::uint64_t{labels[i]} << (i % 64);
  }
  return words;
}

// Recall and precision at every score as a threshold, by counting.
double by_definition(const Scores& scores, const Labels& labels) {
  Scores thresholds = scores;
  std::sort(thresholds.rbegin(), thresholds.rend());
  double sum = 0;
  double recall_before = 0;
  for (const double threshold : thresholds) {
    double found = 0;
    double right = 0;
    double wanted = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      wanted += labels[i];
      if (scores[i] < threshold) continue;
      found += 1;
      right += labels[i];
    }
    sum +=
        (right / wanted - recall_before) * (right / found);  // 0 for a threshold that came before
    recall_before = right / wanted;
  }
  return sum;
}

TEST(AveragePrecision, IsWhatTheDefinitionGives) {
  int without_positive = 0;
  int with_majority = 0;
  for (std::uint64_t trial = 0; trial < 1000; ++trial) {
    Stream stream(stream_key(1, "average precision"), {Purpose::kItem, trial});
    const std::size_t size = stream.below(200) + 1;
    const std::uint64_t distinct = stream.below(20) + 1;
    const std::uint64_t zero_percent = stream.below(101);
    const std::uint64_t positive_percent = stream.below(101);
    Scores scores;
    Labels labels;
    for (std::size_t i = 0; i < size; ++i) {
      const bool is_zero = stream.below(100) < zero_percent;
      const std::uint64_t score = stream.below(distinct);
      const bool is_positive = stream.below(100) < positive_percent;
      scores.push_back(is_zero ? 0 : (static_cast<double>(score) - 5) / 7);
      labels.push_back(is_positive ? 1 : 0);
    }
    std::vector<std::uint64_t> words = words_of(labels);
    if (size % 64 != 0) words.back() |= ~std::uint64_t{0} << (size % 64);  // must be ignored
    const auto value = average_precision(scores, labels);
    EXPECT_EQ(value, average_precision(scores, words)) << trial;
    if (std::ranges::count(labels, 1) == 0) {
      ++without_positive;
      EXPECT_EQ(value, std::nullopt) << trial;
      continue;
    }
    if (2 * std::ranges::count(scores, 0.0) > std::ssize(scores)) ++with_majority;
    ASSERT_TRUE(value.has_value()) << trial;
    EXPECT_NEAR(*value, by_definition(scores, labels), 1e-12) << trial;
  }
  EXPECT_GT(without_positive, 5);
  EXPECT_GT(with_majority, 300);
  EXPECT_LT(with_majority, 700);
}

TEST(AveragePrecision, KnowsTheExampleOfTheDocumentation) {
  // sklearn.metrics.average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) is 0.8333...
  EXPECT_DOUBLE_EQ(*average_precision(Scores{0.1, 0.4, 0.35, 0.8}, Labels{0, 0, 1, 1}), 5.0 / 6);
}

TEST(AveragePrecision, OfEqualScoresIsTheBaseRate) {
  EXPECT_EQ(average_precision(Scores(8, 0.25), Labels{1, 0, 0, 0, 1, 0, 0, 0}), 0.25);
  EXPECT_EQ(average_precision(Scores{0.0, -0.0, 0.0, -0.0}, Labels{1, 0, 0, 1}), 0.5);
}

TEST(AveragePrecision, OfOneScore) {
  EXPECT_EQ(average_precision(Scores{0.3}, Labels{1}), 1.0);
  EXPECT_EQ(average_precision(Scores{0.3}, Labels{0}), std::nullopt);
  EXPECT_EQ(average_precision(Scores{}, Labels{}), std::nullopt);
  EXPECT_EQ(average_precision(Scores{}, std::vector<std::uint64_t>{}), std::nullopt);
}

TEST(AveragePrecision, OrdersInfinities) {
  EXPECT_EQ(average_precision(Scores{kInfinity, 1, -kInfinity}, Labels{1, 1, 0}), 1.0);
  EXPECT_DOUBLE_EQ(*average_precision(Scores{kInfinity, 1, -kInfinity}, Labels{0, 0, 1}), 1.0 / 3);
  EXPECT_EQ(average_precision(Scores{-kInfinity, -kInfinity, -kInfinity, 2}, Labels{1, 0, 0, 0}),
            0.25);
}

TEST(AveragePrecision, RefusesWhatIsNotANumber) {
  for (const Scores& scores :
       {Scores{kNan, 0, 0}, Scores{0, kNan, 0}, Scores{0, 1, kNan}, Scores{kNan, kNan, kNan}}) {
    for (const Labels& labels : {Labels{1, 0, 1}, Labels{0, 0, 0}}) {
      EXPECT_THAT([&] { average_precision(scores, labels); },
                  testing::Throws<Error>(testing::Property(&Error::kind, ErrorKind::kInput)));
    }
  }
  EXPECT_THROW(average_precision(Scores{1, 2}, Labels{1, 0, 1}), Bug);
  EXPECT_THROW(average_precision(Scores{1, 2}, std::vector<std::uint64_t>(2)), Bug);
}

}  // namespace
}  // namespace assay
