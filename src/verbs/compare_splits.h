// compare --runs: runs on several splits. Which figure of a split foretells how hard it is?
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/statistics/intervals.h"
#include "assay/statistics/linear_fit.h"

namespace assay::verbs {

// The table is JSON lines, one for each run on one split:
//
//   {"run": "lstm", "data": "scan", "split": "mcd1", "predictions": "lstm-mcd1.jsonl"}
//   {"run": "lstm", "data": "scan", "split": "length", "part": "test", "accuracy": 0.14}
//
// Paths are seen from the folder of the table. Without a split the parts are those of the data set.
struct CompareSplitsRequest {
  std::string table;
  std::string extract = "auto";  // as in CompareRequest
  std::string form = {};
};

// A run on a split, and what `measure` says of the split.
struct SplitPoint {
  std::string run;
  std::string data;
  std::string split;  // empty: the data set's own parts
  std::string part;
  double accuracy = 0;                     // of all rows
  std::optional<std::uint64_t> rows = {};  // absent where the table gives the accuracy
  std::optional<Interval> interval = {};
  double atom_divergence = 0;
  double compound_divergence = 0;
  std::optional<double> input_length_ratio = {};  // mean length in train over that in the part
  std::optional<double> output_length_ratio = {};
};

// Accuracy against one figure of the splits.
struct SplitFit {
  std::string run;  // empty: all runs together
  std::string figure;
  std::size_t points = 0;
  std::optional<LinearFit> line;  // absent for fewer than three points, or one value of the figure
};

struct CompareSplitsReport {
  std::vector<SplitPoint> points;  // in the order of the table
  std::vector<SplitFit> fits;      // by run, in order of first mention; then all, if there are more
};

// Throws Error(kInput) naming the line of the table.
CompareSplitsReport compare_splits(const CompareSplitsRequest& request,
                                   const Workplace& workplace = {});

nlohmann::ordered_json to_json(const CompareSplitsReport& report);

}  // namespace assay::verbs
