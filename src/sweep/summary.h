// What the finished runs of a sweep say together: means over seeds, and whether divergence or
// length foretells accuracy.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/render/series_plot.h"
#include "assay/statistics/intervals.h"
#include "assay/sweep/results.h"

namespace assay {

// Runs that differ in nothing but their seed.
struct SweepCell {
  std::string learner;  // "lstm_small", or with settings "lstm_small, dropout=0.3"
  std::string split;
  SplitFigures figures;
  std::map<std::string, RunSummary> accuracy;  // of each part
  // Of learners of worlds, of each part: the first 30 actions; the cell that is meant.
  std::map<std::string, RunSummary> first_30;
  std::map<std::string, RunSummary> cells;
  std::optional<RunSummary> precision;        // of learners of episodes, on test
  std::map<std::string, IdealFigures> ideal;  // beside it
  std::uint64_t parameters = 0;
  double steps = 0;  // means
  double tokens = 0;
  double cpu_minutes = 0;
};

// R squared of the mean accuracy on test, one point a split, with each figure of the splits.
struct SweepFit {
  std::string learner;
  std::uint64_t splits = 0;
  std::optional<double> compound_divergence;
  std::optional<double> output_length_ratio;
  std::optional<double> input_length_ratio;
};

struct SweepSummary {
  std::vector<SweepCell> cells;  // learners and splits in the order of the rows
  std::vector<SweepFit> fits;    // of learners with at least three splits
  double cpu_minutes = 0;        // of all runs
};

SweepSummary summarise(const std::vector<RunRow>& rows);

// A line for each cell and each fit, as JSON.
std::string summary_lines(const SweepSummary& summary);

// Accuracy on test over compound divergence, a series for each learner; splits that are not on the
// curve stand apart, unless the curve is empty. Where learners predicted the tests of further
// splits, instead these beside each other.
SeriesPlot plot_of(const SweepSummary& summary, const std::string& title,
                   const std::vector<std::string>& curve);

}  // namespace assay
