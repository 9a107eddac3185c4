// What several runs say together: mean, standard deviation and interval over seeds, as the papers'
// tables have it, for each split by itself.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "assay/render/gap_plot.h"
#include "assay/statistics/intervals.h"
#include "assay/verbs/score.h"

namespace assay::verbs {

struct ScoreSummary {
  std::string split;  // empty: none
  std::string part;
  // Over the runs that have one.
  RunSummary accuracy;
  RunSummary accuracy_of_all;

  struct Breakdown {
    std::string by;
    std::vector<std::string> columns;
    std::map<GroupKey, RunSummary> groups;  // of the accuracy
  };
  std::vector<Breakdown> by;
};

// In the order in which the splits are first named.
std::vector<ScoreSummary> summarise(std::span<const ScoreReport> runs);

// Accuracy over the values of the one grouping, which are numbers: of a run with its intervals, of
// several runs of one split their mean with its interval. Throws Error(kUsage) for anything else.
PointPlot score_plot(std::span<const ScoreReport> runs);

}  // namespace assay::verbs
