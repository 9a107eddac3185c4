// Rows of which a model said several things: how often at least one of k is right, and what most of
// them say.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "assay/pipeline/judge_rows.h"
#include "assay/pipeline/tally.h"
#include "assay/statistics/intervals.h"

namespace assay {

// Probability that of k samples, drawn from n of which c are right, one is right at least: the
// unbiased estimator 1 - C(n-c, k) / C(n, k) of Chen et al. 2021. 1 <= k <= n, c <= n.
double pass_at(std::uint64_t k, std::uint64_t right, std::uint64_t samples);

// The sample that speaks for the answer that most samples give: the first of those with it. Answers
// are equal when their words are; where two are given equally often, the earlier one wins. Only
// answers that could be read have a vote; without any, it is the first sample.
std::size_t majority_of(std::span<const JudgedSample> samples);

class SampleTally {
 public:
  // Samples of failed requests are left out: they say nothing about the model.
  void add(const JudgedRow& row);
  void settle() { majority_.settle(); }

  // Of a row; with one sample everywhere there is nothing to report.
  std::uint64_t most() const { return most_; }
  std::uint64_t least() const { return least_; }  // of a row that has any
  std::uint64_t rows() const { return rows_; }    // that have any

  struct PassAt {
    std::uint64_t k = 1;
    double mean = 0;
    Interval interval;
  };
  // For k = 1, 2, 4 ... and the number of samples, as far as every row has so many.
  std::vector<PassAt> pass_at() const;
  const Tally& majority() const { return majority_; }

 private:
  std::uint64_t most_ = 0;
  std::uint64_t least_ = 0;
  std::uint64_t rows_ = 0;
  std::map<std::uint64_t, std::vector<UnitValue>> values_;  // by k
  Tally majority_;
};

}  // namespace assay
