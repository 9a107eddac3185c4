#include "assay/learners/numbers/noise_bits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay::learners {
namespace {

const Key kKey = stream_key(7, "learners/test");

TEST(NoiseBits, MaskIsPhiloxWordByWord) {
  constexpr double kRate = 0.3;
  const NoiseAddress address{.step = 0x1234567890ULL, .site = 9};
  std::vector<float> mask(300);  // two groups and a piece
  fill_dropout_mask(mask, kRate, kKey, address);
  for (std::uint32_t i = 0; i < mask.size(); ++i) {
    const std::uint32_t in_group = i % 128;
    const PhiloxBlock words =
        philox({i / 128 * 16 + in_group % 16, address.site, 0x34567890U, 0x12U}, kKey);
    const std::uint32_t word = words[in_group / 16 % 4];
    const std::uint32_t half = in_group < 64 ? word & 0xFFFFU : word >> 16U;
    EXPECT_EQ(mask[i],
              half < std::lround(kRate * 65536) ? 0.0F : static_cast<float>(1 / (1 - kRate)))
        << i;
  }
}

TEST(NoiseBits, MaskHasItsRateAndDiffersByAddress) {
  std::vector<double> mask(200'000);
  std::vector<double> other(mask.size());
  fill_dropout_mask(mask, 0.1, kKey, {.step = 1, .site = 0});
  fill_dropout_mask(other, 0.1, kKey, {.step = 1, .site = 1});
  std::size_t dropped = 0;
  std::size_t both = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    dropped += mask[i] == 0 ? 1 : 0;
    both += mask[i] == 0 && other[i] == 0 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(dropped) / 200'000, 0.1, 0.004);
  EXPECT_NEAR(static_cast<double>(both) / 200'000, 0.01, 0.001);
}

TEST(NoiseBits, NormalAndUniformHaveTheirMoments) {
  std::vector<double> values(100'001);
  const auto moments = [&] {
    double sum = 0;
    double squares = 0;
    for (const double value : values) {
      sum += value;
      squares += value * value;
    }
    const auto count = static_cast<double>(values.size());
    return std::pair(sum / count, squares / count);
  };
  fill_normal(values, 2, kKey, {});
  EXPECT_NEAR(moments().first, 0, 0.03);
  EXPECT_NEAR(moments().second, 4, 0.08);
  fill_uniform(values, 3, kKey, {});
  EXPECT_NEAR(moments().first, 0, 0.03);
  EXPECT_NEAR(moments().second, 3, 0.05);
}

}  // namespace
}  // namespace assay::learners
