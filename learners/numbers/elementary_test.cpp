#include "assay/learners/numbers/elementary.h"

#include <gtest/gtest.h>

namespace assay::learners {
namespace {

TEST(Elementary, FloatsAgreeWithTheStandardLibrary) {
  for (int i = -8000; i <= 8000; ++i) {
    const float x = static_cast<float>(i) / 100;
    const double exact = std::exp(static_cast<double>(x));
    EXPECT_NEAR(exponential(x) / exact, 1, 3e-7) << x;
    EXPECT_NEAR(logistic(x), 1 / (1 + 1 / exact), 2e-7) << x;
    EXPECT_NEAR(hyperbolic_tangent(x), std::tanh(static_cast<double>(x)), 4e-7) << x;
  }
}

TEST(Elementary, FarOutStaysFinite) {
  EXPECT_TRUE(std::isfinite(exponential(1e30F)));
  EXPECT_EQ(hyperbolic_tangent(1000.0F), 1.0F);
  EXPECT_EQ(hyperbolic_tangent(-1000.0F), -1.0F);
  EXPECT_NEAR(logistic(-1000.0F), 0.0F, 1e-30F);
}

}  // namespace
}  // namespace assay::learners
