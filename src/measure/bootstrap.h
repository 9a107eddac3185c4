// How far a mean over rows would move if other rows had been drawn: the percentile bootstrap (Efron
// 1979). Rows are drawn again with replacement, as many as there are; the middle of the means of
// many such draws is the interval. Rows that have something in common, such as episodes of one
// concept, say less than as many others: they are drawn together, as a group.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/base/progress.h"

namespace assay {

// One figure for each row; absent where it is undefined.
using RowValues = std::vector<std::optional<double>>;

// First minus second where both are defined. The mean of these is the difference of paired means,
// and its interval takes the same rows for both.
RowValues differences(const RowValues& first, const RowValues& second);

struct Resampling {
  std::uint64_t resamples = 2000;  // at least 1
  double confidence = 0.95;        // between 0 and 1
  std::uint64_t seed = 0;
};

// A weighted mean over the rows that have a value and a weight; all absent when there are none.
struct Estimate {
  std::uint64_t rows = 0;
  std::optional<double> mean;
  // Between these lies the middle share `confidence` of the means of the resamples.
  std::optional<double> low;
  std::optional<double> high;
};

// One estimate for each of `columns`, from the same resamples. Weights and values are finite,
// weights not negative, everything as long as `weights`. `groups` numbers the group of each row
// from 0; empty: every row is drawn alone. The same for any number of threads.
std::vector<Estimate> bootstrap_means(std::span<const double> weights,
                                      std::span<const RowValues> columns,
                                      const Resampling& resampling, const Control& control,
                                      std::span<const std::uint32_t> groups = {});

}  // namespace assay
