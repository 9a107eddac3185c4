#include "assay/statistics/linear_fit.h"

#include <gtest/gtest.h>

#include <array>

namespace assay {
namespace {

TEST(LinearFit, OfPointsOnALine) {
  const std::array<double, 3> x = {0, 1, 3};
  const std::array<double, 3> y = {2, 1.5, 0.5};
  const LinearFit fit = fit_line(x, y).value();
  EXPECT_DOUBLE_EQ(fit.slope, -0.5);
  EXPECT_DOUBLE_EQ(fit.intercept, 2);
  EXPECT_DOUBLE_EQ(fit.r_squared, 1);
}

TEST(LinearFit, OfPointsBesideIt) {
  const std::array<double, 4> x = {1, 2, 3, 4};
  const std::array<double, 4> y = {1, 3, 2, 5};
  const LinearFit fit = fit_line(x, y).value();
  EXPECT_DOUBLE_EQ(fit.slope, 1.1);
  EXPECT_DOUBLE_EQ(fit.intercept, 0);
  EXPECT_NEAR(fit.r_squared, 6.05 / 8.75, 1e-15);
}

TEST(LinearFit, OfNothingToGoBy) {
  EXPECT_FALSE(fit_line({}, {}).has_value());
  EXPECT_FALSE(fit_line(std::array<double, 2>{1, 1}, std::array<double, 2>{1, 2}).has_value());
  EXPECT_EQ(fit_line(std::array<double, 2>{1, 2}, std::array<double, 2>{3, 3})->r_squared, 0);
}

}  // namespace
}  // namespace assay
