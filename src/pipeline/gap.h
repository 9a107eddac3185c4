// The compositionality gap of a data set or of a part of a split: how much better an ideal learner
// does that may use every concept than one that knows only those of training.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/task.h"
#include "assay/measure/bootstrap.h"
#include "assay/store/data_set.h"
#include "assay/store/split_file.h"

namespace assay {

struct GapRequest {
  // Its training rows say which groups the weak learner knows, unless it is a holdout whose
  // training is the task's. Without: all rows are asked about, and the task's own parameters say
  // what is kept for training.
  std::optional<SplitFile> split;
  std::string part = "test";  // of the split: the rows that are asked about, each once
  Resampling resampling;
};

struct GapReport {
  std::uint64_t rows = 0;                       // asked about
  std::uint64_t groups = 0;                     // of these rows; resampled as wholes
  std::optional<std::uint64_t> trained_groups;  // of the split, where its rows say what is known
  std::vector<std::string> learners;            // strong, weak, others
  std::vector<std::string> metrics;
  std::vector<Estimate> means;  // learner-major, as in LearnerMarks
  std::vector<Estimate> gaps;   // strong minus weak, for each metric, over rows that have both
  std::vector<std::pair<std::string, Figure>> figures;  // what the panel says of itself
  Resampling resampling;

  const Estimate& mean(std::size_t learner, std::size_t metric) const {
    return means[learner * metrics.size() + metric];
  }
};

// Throws Error(kUnsupported) when the task has no learners, Error(kUsage) when there is no row to
// ask about. The same for any number of threads.
GapReport measure_gap(const DataSet& data, const Task& task, const GapRequest& request,
                      const Control& control);

nlohmann::ordered_json to_json(const GapReport& report);

}  // namespace assay
