#include "assay/measure/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/base/random.h"

namespace assay {

namespace {

// For each group what every column adds to its two sums: weight times value, and weight.
class Sums {
 public:
  Sums(std::span<const double> weights, std::span<const RowValues> columns,
       std::span<const std::uint32_t> groups)
      : groups_(groups.empty() ? weights.size() : std::ranges::max(groups) + std::size_t{1}),
        width_(2 * columns.size()),
        terms_(groups_ * width_) {
    ASSAY_CHECK(groups.empty() || groups.size() == weights.size());
    for (std::size_t column = 0; column < columns.size(); ++column) {
      ASSAY_CHECK(columns[column].size() == weights.size());
      for (std::size_t row = 0; row < weights.size(); ++row) {
        const auto& value = columns[column][row];
        ASSAY_CHECK(std::isfinite(weights[row]) && weights[row] >= 0);
        if (!value) continue;
        ASSAY_CHECK(std::isfinite(*value));
        const std::size_t group = groups.empty() ? row : groups[row];
        double* const term = &terms_[group * width_ + 2 * column];
        term[0] += weights[row] * *value;
        term[1] += weights[row];
      }
    }
  }

  std::size_t groups() const { return groups_; }

  // Where group i counts counts[i] times. Groups are summed in their order, so that the last digits
  // do not depend on anything else.
  std::vector<std::optional<double>> means(std::span<const std::uint32_t> counts) const {
    std::vector<double> sums(width_);
    for (std::size_t group = 0; group < groups_; ++group) {
      if (counts[group] == 0) continue;
      const double times = counts[group];
      const double* const terms = terms_.data() + group * width_;
      for (std::size_t i = 0; i < width_; ++i) sums[i] += times * terms[i];
    }
    std::vector<std::optional<double>> means(width_ / 2);
    for (std::size_t i = 0; i < means.size(); ++i) {
      if (sums[2 * i + 1] > 0) means[i] = sums[2 * i] / sums[2 * i + 1];
    }
    return means;
  }

 private:
  std::size_t groups_;
  std::size_t width_;
  std::vector<double> terms_;
};

// With straight lines between the sorted values.
double quantile(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

// How often a resample has each group. A stream is not endless, so one serves only so many draws.
void count_groups(Key key, std::uint64_t resample, std::size_t groups,
                  std::vector<std::uint32_t>& counts) {
  constexpr std::size_t kDraws = 1U << 16U;
  counts.assign(groups, 0);
  for (std::size_t begin = 0; begin < groups; begin += kDraws) {
    Stream stream(key, {Purpose::kSelect, resample, static_cast<std::uint32_t>(begin / kDraws)});
    const std::size_t draws = std::min(kDraws, groups - begin);
    for (std::size_t i = 0; i < draws; ++i) ++counts[stream.below(groups)];
  }
}

struct Draw {
  std::vector<std::uint32_t> counts;
  std::vector<std::optional<double>> means;
};

}  // namespace

RowValues differences(const RowValues& first, const RowValues& second) {
  ASSAY_CHECK(first.size() == second.size());
  RowValues values(first.size());
  for (std::size_t row = 0; row < first.size(); ++row) {
    if (first[row] && second[row]) values[row] = *first[row] - *second[row];
  }
  return values;
}

std::vector<Estimate> bootstrap_means(std::span<const double> weights,
                                      std::span<const RowValues> columns,
                                      const Resampling& resampling, const Control& control,
                                      std::span<const std::uint32_t> groups) {
  ASSAY_CHECK(resampling.resamples > 0);
  ASSAY_CHECK(resampling.confidence > 0 && resampling.confidence < 1);
  const Sums sums(weights, columns, groups);
  std::vector<Estimate> estimates(columns.size());
  const auto means = sums.means(std::vector<std::uint32_t>(sums.groups(), 1));
  for (std::size_t column = 0; column < columns.size(); ++column) {
    estimates[column].mean = means[column];
    for (std::size_t row = 0; row < weights.size(); ++row) {
      if (columns[column][row] && weights[row] > 0) ++estimates[column].rows;
    }
  }
  if (weights.empty()) return estimates;

  const Key key = stream_key(resampling.seed, "bootstrap");
  std::vector<std::vector<double>> drawn(columns.size());
  ordered_parallel<Draw>(
      0, resampling.resamples, control,
      [&](std::uint64_t resample, Draw& draw) {
        count_groups(key, resample, sums.groups(), draw.counts);
        draw.means = sums.means(draw.counts);
      },
      [&](std::uint64_t resample, const Draw& draw) {
        for (std::size_t column = 0; column < columns.size(); ++column) {
          if (draw.means[column]) drawn[column].push_back(*draw.means[column]);
        }
        control.report({"resample", resample + 1, resampling.resamples, 0});
      });
  const double tail = (1 - resampling.confidence) / 2;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (drawn[column].empty()) continue;
    std::ranges::sort(drawn[column]);
    estimates[column].low = quantile(drawn[column], tail);
    estimates[column].high = quantile(drawn[column], 1 - tail);
  }
  return estimates;
}

}  // namespace assay
