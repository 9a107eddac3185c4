#include "assay/measure/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/base/random.h"

namespace assay {

namespace {

// For each row what every column adds to its two sums: weight times value, and weight.
class Sums {
 public:
  Sums(std::span<const double> weights, std::span<const RowValues> columns)
      : rows_(weights.size()), width_(2 * columns.size()), terms_(rows_ * width_) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      ASSAY_CHECK(columns[column].size() == rows_);
      for (std::size_t row = 0; row < rows_; ++row) {
        const auto& value = columns[column][row];
        ASSAY_CHECK(std::isfinite(weights[row]) && weights[row] >= 0);
        if (!value) continue;
        ASSAY_CHECK(std::isfinite(*value));
        double* const term = &terms_[row * width_ + 2 * column];
        term[0] = weights[row] * *value;
        term[1] = weights[row];
      }
    }
  }

  std::size_t rows() const { return rows_; }

  // Where row i counts counts[i] times. Rows are summed in their order, so that the last digits
  // do not depend on anything else.
  std::vector<std::optional<double>> means(std::span<const std::uint32_t> counts) const {
    std::vector<double> sums(width_);
    for (std::size_t row = 0; row < rows_; ++row) {
      if (counts[row] == 0) continue;
      const double times = counts[row];
      const double* const terms = &terms_[row * width_];
      for (std::size_t i = 0; i < width_; ++i) sums[i] += times * terms[i];
    }
    std::vector<std::optional<double>> means(width_ / 2);
    for (std::size_t i = 0; i < means.size(); ++i) {
      if (sums[2 * i + 1] > 0) means[i] = sums[2 * i] / sums[2 * i + 1];
    }
    return means;
  }

 private:
  std::size_t rows_;
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

// How often a resample has each row. A stream is not endless, so one serves only so many draws.
void count_rows(Key key, std::uint64_t resample, std::size_t rows,
                std::vector<std::uint32_t>& counts) {
  constexpr std::size_t kDraws = 1U << 16U;
  counts.assign(rows, 0);
  for (std::size_t begin = 0; begin < rows; begin += kDraws) {
    Stream stream(key, {Purpose::kSelect, resample, static_cast<std::uint32_t>(begin / kDraws)});
    const std::size_t draws = std::min(kDraws, rows - begin);
    for (std::size_t i = 0; i < draws; ++i) ++counts[stream.below(rows)];
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
                                      const Resampling& resampling, const Control& control) {
  ASSAY_CHECK(resampling.resamples > 0);
  ASSAY_CHECK(resampling.confidence > 0 && resampling.confidence < 1);
  const Sums sums(weights, columns);
  std::vector<Estimate> estimates(columns.size());
  const auto means = sums.means(std::vector<std::uint32_t>(sums.rows(), 1));
  for (std::size_t column = 0; column < columns.size(); ++column) {
    estimates[column].mean = means[column];
    for (std::size_t row = 0; row < sums.rows(); ++row) {
      if (columns[column][row] && weights[row] > 0) ++estimates[column].rows;
    }
  }
  if (sums.rows() == 0) return estimates;

  const Key key = stream_key(resampling.seed, "bootstrap");
  std::vector<std::vector<double>> drawn(columns.size());
  ordered_parallel<Draw>(
      0, resampling.resamples, control,
      [&](std::uint64_t resample, Draw& draw) {
        count_rows(key, resample, sums.rows(), draw.counts);
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
