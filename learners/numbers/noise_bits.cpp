#include "assay/learners/numbers/noise_bits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "assay/base/error.h"
#include "assay/learners/numbers/vector_units.h"

namespace assay::learners {

namespace {

constexpr std::size_t kLanes = 16;
constexpr std::size_t kGroup = 128;  // values of sixteen blocks
constexpr int kRounds = 10;

using Lanes = std::array<std::uint32_t, kLanes>;

std::uint32_t low(std::uint64_t wide) { return static_cast<std::uint32_t>(wide); }
std::uint32_t high(std::uint64_t wide) { return static_cast<std::uint32_t>(wide >> 32U); }

// philox() of base/random.h for sixteen neighbouring counters.
ASSAY_INLINE void philox_lanes(std::array<Lanes, 4>& counter, Key key) {
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::uint64_t left = std::uint64_t{0xD2511F53} * counter[0][lane];
      const std::uint64_t right = std::uint64_t{0xCD9E8D57} * counter[2][lane];
      counter[0][lane] = static_cast<std::uint32_t>(right >> 32U) ^ counter[1][lane] ^ key[0];
      counter[1][lane] = static_cast<std::uint32_t>(right);
      counter[2][lane] = static_cast<std::uint32_t>(left >> 32U) ^ counter[3][lane] ^ key[1];
      counter[3][lane] = static_cast<std::uint32_t>(left);
    }
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
}

template <typename Real>
ASSAY_INLINE void fill_group(Real* out, std::uint32_t group, std::uint32_t dropped, Real kept,
                             Key key, const NoiseAddress& address) {
  std::array<Lanes, 4> words;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    words[0][lane] = group * static_cast<std::uint32_t>(kLanes) + lane;
    words[1][lane] = address.site;
    words[2][lane] = static_cast<std::uint32_t>(address.step);
    words[3][lane] = static_cast<std::uint32_t>(address.step >> 32U);
  }
  philox_lanes(words, key);
  for (std::size_t word = 0; word < 4; ++word) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t bits = words[word][lane];
      out[word * kLanes + lane] = (bits & 0xFFFFU) < dropped ? Real{0} : kept;
      out[kGroup / 2 + word * kLanes + lane] = (bits >> 16U) < dropped ? Real{0} : kept;
    }
  }
}

template <typename Real>
ASSAY_INLINE void fill_groups(Real* out, std::size_t count, std::uint32_t dropped, Real kept,
                              Key key, const NoiseAddress& address) {
  std::uint32_t group = 0;
  std::size_t done = 0;
  for (; done + kGroup <= count; done += kGroup)
    fill_group(out + done, group++, dropped, kept, key, address);
  if (done == count) return;
  std::array<Real, kGroup> rest;
  fill_group(rest.data(), group, dropped, kept, key, address);
  std::copy_n(rest.begin(), count - done, out + done);
}

ASSAY_VECTOR_UNITS void fill_floats(float* out, std::size_t count, std::uint32_t dropped,
                                    float kept, Key key, const NoiseAddress& address) {
  fill_groups(out, count, dropped, kept, key, address);
}

std::uint32_t dropped_of(double rate) {
  ASSAY_CHECK(rate >= 0 && rate < 1);
  return static_cast<std::uint32_t>(std::lround(rate * 65536.0));
}

PhiloxBlock block(std::uint64_t number, Key key, const NoiseAddress& address) {
  return philox({low(number), address.site, low(address.step), high(address.step)}, key);
}

// In (0, 1), never at an end.
double unit(std::uint32_t word) { return (static_cast<double>(word) + 0.5) / 4294967296.0; }

}  // namespace

void fill_dropout_mask(std::span<float> mask, double rate, Key key, NoiseAddress address) {
  fill_floats(mask.data(), mask.size(), dropped_of(rate), static_cast<float>(1 / (1 - rate)), key,
              address);
}

void fill_dropout_mask(std::span<double> mask, double rate, Key key, NoiseAddress address) {
  fill_groups(mask.data(), mask.size(), dropped_of(rate), 1 / (1 - rate), key, address);
}

void fill_uniform(std::span<double> values, double bound, Key key, NoiseAddress address) {
  for (std::size_t i = 0; i < values.size(); i += 4) {
    const PhiloxBlock words = block(i / 4, key, address);
    for (std::size_t j = i; j < std::min(i + 4, values.size()); ++j)
      values[j] = (2 * unit(words[j - i]) - 1) * bound;
  }
}

// Box and Muller: two words, two normal numbers.
void fill_normal(std::span<double> values, double deviation, Key key, NoiseAddress address) {
  for (std::size_t i = 0; i < values.size(); i += 4) {
    const PhiloxBlock words = block(i / 4, key, address);
    for (std::size_t j = i; j < std::min(i + 4, values.size()); ++j) {
      const std::size_t pair = (j - i) / 2 * 2;
      const double radius = deviation * std::sqrt(-2 * std::log(unit(words[pair])));
      const double angle = 2 * std::numbers::pi * unit(words[pair + 1]);
      values[j] = radius * ((j - i) % 2 == 0 ? std::cos(angle) : std::sin(angle));
    }
  }
}

}  // namespace assay::learners
