#include "assay/learners/numbers/segments.h"

#include <gtest/gtest.h>

#include <vector>

#include "assay/learners/numbers/pairs.h"

namespace assay::learners {
namespace {

const std::vector<std::int64_t> kStarts{0, 2, 3};
const std::vector<float> kWeights{1, 2, 3};
const std::vector<float> kShared{0, 4};

Segments<float> two_segments(bool with_shared) {
  return {.count = 2,
          .width = 2,
          .starts = kStarts.data(),
          .weights = kWeights.data(),
          .shared_weights = with_shared ? kShared.data() : nullptr};
}

TEST(Segments, AreSummedByHand) {
  const std::vector<float> rows{1, 2, 10, 20, 100, 200, -1, -2};
  std::vector<float> sums(4);
  sum_segments(two_segments(true), rows.data(), sums.data());
  EXPECT_EQ(sums, (std::vector<float>{21, 42, 296, 592}));
  sum_segments(two_segments(false), rows.data(), sums.data());
  EXPECT_EQ(sums, (std::vector<float>{21, 42, 300, 600}));
}

TEST(Segments, GradientsGoBackToTheRows) {
  const std::vector<float> sums_grad{1, 10, 2, 20};
  std::vector<float> rows_grad(8, 77);
  spread_segments(two_segments(true), sums_grad.data(), nullptr, rows_grad.data());
  EXPECT_EQ(rows_grad, (std::vector<float>{1, 10, 2, 20, 6, 60, 8, 80}));
  const std::vector<float> positive{1, 0, -1, 1, 0, 2, 0, 5};
  spread_segments(two_segments(true), sums_grad.data(), positive.data(), rows_grad.data());
  EXPECT_EQ(rows_grad, (std::vector<float>{1, 0, 0, 20, 0, 60, 0, 80}));
}

TEST(Pairs, AreAddedRectifiedAndTakenApart) {
  const std::vector<std::int32_t> first{0, 1, 1};
  const std::vector<std::int32_t> second{1, 0, 1};
  const PairList list{.count = 3, .width = 2, .first = first.data(), .second = second.data()};
  const std::vector<double> a{1, -1, 2, 3};
  const std::vector<double> b{-5, 1, 4, -9};
  std::vector<double> pairs(6);
  rectify_pairs(list, a.data(), b.data(), pairs.data());
  EXPECT_EQ(pairs, (std::vector<double>{5, 0, 0, 4, 6, 0}));
  std::vector<double> first_grad(4);
  std::vector<double> second_grad(4);
  const std::vector<double> pairs_grad{1, 0, 0, 2, 3, 0};
  add_pair_gradients(list, pairs_grad.data(), first_grad.data(), second_grad.data());
  EXPECT_EQ(first_grad, (std::vector<double>{1, 0, 3, 2}));
  EXPECT_EQ(second_grad, (std::vector<double>{0, 2, 4, 0}));
}

}  // namespace
}  // namespace assay::learners
