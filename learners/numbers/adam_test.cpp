#include "assay/learners/numbers/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay::learners {
namespace {

TEST(Adam, FirstStepMovesByTheRateAgainstTheGradient) {
  std::vector<float> parameters{1, 1, 1};
  const std::vector<float> gradient{4, -0.5, 0};
  std::vector<float> first(3);
  std::vector<float> second(3);
  adam_step({parameters, gradient, first, second}, {.beta1 = 0.9, .beta2 = 0.997, .epsilon = 1e-9},
            1, 0.01, 1);
  EXPECT_NEAR(parameters[0], 0.99, 1e-6);
  EXPECT_NEAR(parameters[1], 1.01, 1e-6);
  EXPECT_EQ(parameters[2], 1);
}

TEST(Adam, FindsTheBottomOfABowl) {
  std::vector<float> parameters{3, -2};
  std::vector<float> gradient(2);
  std::vector<float> first(2);
  std::vector<float> second(2);
  for (std::uint64_t step = 1; step <= 2000; ++step) {
    gradient = {2 * (parameters[0] - 1), 20 * (parameters[1] - 5)};
    adam_step({parameters, gradient, first, second}, {}, step, 0.05, 1);
  }
  EXPECT_NEAR(parameters[0], 1, 1e-2);
  EXPECT_NEAR(parameters[1], 5, 1e-2);
}

TEST(Adam, NormOfAnyLength) {
  for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 100U}) {
    const std::vector<float> values(count, 2.0F);
    EXPECT_NEAR(norm_of(values), 2 * std::sqrt(static_cast<double>(count)), 1e-9);
  }
}

}  // namespace
}  // namespace assay::learners
