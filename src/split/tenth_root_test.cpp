#include "assay/split/tenth_root.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "assay/base/random.h"

namespace assay {
namespace {

Stream tenth_root_stream(std::uint64_t number) {
  return {stream_key(number, "divergence state"), {}};
}

double relative_error(const TenthRoot& root, std::uint64_t x) {
  const double expected = std::pow(static_cast<double>(x), 0.1);
  return std::abs(root(x) - expected) / expected;
}

TEST(TenthRoot, IsZeroAtZeroAndExactAtTenthPowersOfTwo) {
  const TenthRoot root;
  EXPECT_EQ(root(0), 0);
  EXPECT_EQ(root(1), 1);
  for (unsigned power = 0; power <= 6; ++power) {
    EXPECT_EQ(root(std::uint64_t{1} << (10 * power)), static_cast<double>(1U << power));
  }
}

TEST(TenthRoot, IsCloseForSmallNumbers) {
  const TenthRoot root;
  for (std::uint64_t x = 1; x <= 100'000; ++x) ASSERT_LT(relative_error(root, x), 1e-8) << x;
}

TEST(TenthRoot, IsCloseAroundPowersOfTwo) {
  const TenthRoot root;
  for (unsigned exponent = 0; exponent < 64; ++exponent) {
    const std::uint64_t power = std::uint64_t{1} << exponent;
    for (std::uint64_t distance = 0; distance <= 3; ++distance) {
      ASSERT_LT(relative_error(root, power + distance), 1e-8) << exponent;
      const std::uint64_t below = power - std::min(distance, power - 1);
      ASSERT_LT(relative_error(root, below), 1e-8) << exponent;
    }
  }
  EXPECT_LT(relative_error(root, std::numeric_limits<std::uint64_t>::max()), 1e-8);
}

TEST(TenthRoot, IsCloseForRandomNumbersOfEveryLength) {
  const TenthRoot root;
  Stream stream = tenth_root_stream(1);
  for (int i = 0; i < 60'000; ++i) {
    const std::uint64_t word = stream.next64();
    const std::uint64_t x = (word >> stream.below(64)) | 1U;
    ASSERT_LT(relative_error(root, x), 1e-8) << x;
  }
}

TEST(TenthRoot, NeverFalls) {
  const TenthRoot root;
  for (std::uint64_t x = 1; x < 300'000; ++x) ASSERT_LT(root(x - 1), root(x)) << x;
}

}  // namespace
}  // namespace assay
