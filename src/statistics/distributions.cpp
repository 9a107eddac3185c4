#include "assay/statistics/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "assay/base/error.h"

namespace assay {

namespace {

// The logarithm of the gamma function, on any number of threads: std::lgamma also writes its sign
// to a global.
double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// Where an increasing function reaches `wanted`. Called a few times a report, so plain halving,
// down to neighbouring numbers.
template <typename Function>
double solve_increasing(double low, double high, double wanted, const Function& function) {
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    (function(middle) < wanted ? low : high) = middle;
  }
}

// Regularised incomplete beta function by its continued fraction (modified Lentz); converges fast
// for x below (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  const auto bounded = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / bounded(1 - (a + b) * x / (a + 1));
  double result = d;
  for (double m = 1; m < 10000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / bounded(1 + even * d);
    c = bounded(1 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / bounded(1 + odd * d);
    c = bounded(1 + odd / c);
    result *= d * c;
    if (std::abs(d * c - 1) < std::numeric_limits<double>::epsilon()) break;
  }
  return result;
}

double regularised_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularised_beta(b, a, 1 - x);
  const double log_front =
      log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log1p(-x);
  return std::exp(log_front) * beta_fraction(a, b, x) / a;
}

double student_at_most(double t, double freedom) {
  const double tail = regularised_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
  return t < 0 ? tail : 1 - tail;
}

// What Stirling's formula leaves of log n!.
double stirling_error(double n) {
  if (n < 16) {
    return log_gamma(n + 1) - (n + 0.5) * std::log(n) + n - 0.5 * std::log(2 * std::numbers::pi);
  }
  const double inverse = 1 / (n * n);
  return (1.0 / 12 -
          (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - inverse / 1188) * inverse) * inverse) *
              inverse) /
         n;
}

// x log(x / mean) + mean - x without cancellation (Loader 2000).
double deviance(double x, double mean) {
  const double distance = x - mean;
  if (std::abs(distance) >= 0.1 * (x + mean)) return x * std::log(x / mean) - distance;
  const double v = distance / (x + mean);
  double sum = distance * v;
  double term = 2 * x * v;
  for (double j = 3;; j += 2) {
    term *= v * v;
    const double next = sum + term / j;
    if (next == sum) return sum;
    sum = next;
  }
}

// Probability of exactly this many heads, by Loader's saddle point: no large logarithms are
// subtracted from each other.
double fair_tosses_exactly(double heads, double tosses) {
  const double tails = tosses - heads;
  if (heads == 0 || tails == 0) return std::exp2(-tosses);
  const double log_ratio = stirling_error(tosses) - stirling_error(heads) - stirling_error(tails) -
                           deviance(heads, tosses / 2) - deviance(tails, tosses / 2);
  return std::exp(log_ratio) * std::sqrt(tosses / (2 * std::numbers::pi * heads * tails));
}

double uniform(Stream& stream) {  // in [0, 1), 53 bits
  return static_cast<double>(stream.next64() >> 11U) * 0x1p-53;
}

// Walks up from 0; for small means.
std::uint64_t draw_by_walking(Stream& stream, double tries, double share) {
  const double odds = share / (1 - share);
  double probability = std::exp(tries * std::log1p(-share));
  double left = uniform(stream);
  double count = 0;
  while (left >= probability && count < tries) {
    left -= probability;
    probability *= odds * (tries - count) / (count + 1);
    ++count;
  }
  return static_cast<std::uint64_t>(count);
}

// Transformed rejection (Hörmann 1993, algorithm BTRS); for means of ten and more, share <= 1/2.
std::uint64_t draw_by_rejection(Stream& stream, double tries, double share) {
  const double deviation = std::sqrt(tries * share * (1 - share));
  const double b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * share;
  const double centre = tries * share + 0.5;
  const double accepted_at_once = 0.92 - 4.2 / b;
  const double alpha = (2.83 + 5.1 / b) * deviation;
  const double log_odds = std::log(share / (1 - share));
  const double mode = std::floor((tries + 1) * share);
  const auto log_ways = [&](double count) {
    return -log_gamma(count + 1) - log_gamma(tries - count + 1);
  };
  for (;;) {
    const double u = uniform(stream) - 0.5;
    const double v = uniform(stream);
    const double side = 0.5 - std::abs(u);
    const double count = std::floor((2 * a / side + b) * u + centre);
    if (side >= 0.07 && v <= accepted_at_once) return static_cast<std::uint64_t>(count);
    if (!(count >= 0 && count <= tries)) continue;
    const double bound = log_ways(count) - log_ways(mode) + (count - mode) * log_odds;
    if (std::log(v * alpha / (a / (side * side) + b)) <= bound) {
      return static_cast<std::uint64_t>(count);
    }
  }
}

}  // namespace

double normal_quantile(double share) {
  ASSAY_CHECK(share > 0 && share < 1);
  if (share > 0.5) return -normal_quantile(1 - share);
  return solve_increasing(-40, 0, share,
                          [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; });
}

double student_quantile(double share, double freedom) {
  ASSAY_CHECK(share > 0 && share < 1 && freedom >= 1);
  if (share == 0.5) return 0;
  if (share > 0.5) return -student_quantile(1 - share, freedom);
  double low = -1;
  while (student_at_most(low, freedom) > share) low *= 2;
  return solve_increasing(low, 0, share, [&](double t) { return student_at_most(t, freedom); });
}

double fair_tosses_at_most(std::uint64_t heads, std::uint64_t tosses) {
  ASSAY_CHECK(heads <= tosses);
  if (heads == tosses) return 1;
  if (heads > (tosses - 1) / 2) return 1 - fair_tosses_at_most(tosses - heads - 1, tosses);
  double term = fair_tosses_exactly(static_cast<double>(heads), static_cast<double>(tosses));
  double sum = 0;
  for (std::uint64_t left = heads;; --left) {
    const double next = sum + term;
    if (next == sum || left == 0) return next;
    sum = next;
    term *= static_cast<double>(left) / static_cast<double>(tosses - left + 1);
  }
}

std::uint64_t draw_binomial(Stream& stream, std::uint64_t tries, double share) {
  ASSAY_CHECK(share >= 0 && share <= 1);
  if (tries == 0 || share == 0) return 0;
  if (share > 0.5) return tries - draw_binomial(stream, tries, 1 - share);
  const auto count = static_cast<double>(tries);
  return count * share < 10 ? draw_by_walking(stream, count, share)
                            : draw_by_rejection(stream, count, share);
}

}  // namespace assay
