// The table of finished runs, a JSON object a line. It is the journal of a sweep as well: whoever
// has it need not run again what stands in it, so it can be committed and hours be spread over days
// and machines.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/sweep/run_plan.h"

namespace assay {

struct PartTally {
  std::string part;
  std::uint64_t rows = 0;
  std::uint64_t exact = 0;
  // Of learners of episodes: labels of positives and negatives, averaged, and average precision.
  std::optional<double> accuracy = {};
  std::optional<double> precision = {};
  // Of learners of worlds: right in the first 30 actions; the cell that is meant named.
  std::optional<std::uint64_t> exact_30 = {};
  std::optional<std::uint64_t> cells = {};

  // What counts as accuracy: that, or exact match.
  double share() const { return accuracy ? *accuracy : *share_of(exact); }
  std::optional<double> share_of(std::optional<std::uint64_t> count) const {
    if (!count) return std::nullopt;
    return static_cast<double>(*count) / static_cast<double>(rows);
  }
};

// What an ideal learner has on the part test of a run on episodes.
struct IdealFigures {
  double accuracy = 0;
  double precision = 0;
};

// What was measured between train and test of a split.
struct SplitFigures {
  double atom_divergence = 0;
  double compound_divergence = 0;
  std::optional<double> output_length_ratio;
  std::optional<double> input_length_ratio;
};

struct RunRow {
  std::string key;
  std::string model;  // label
  std::map<std::string, std::string> settings;
  std::string split;
  std::uint64_t seed = 0;
  SplitFigures figures;
  std::vector<PartTally> parts;
  std::map<std::string, IdealFigures> ideal = {};  // strong, weak, random
  std::uint64_t steps = 0;
  std::uint64_t tokens = 0;
  std::uint64_t parameters = 0;
  double cpu_seconds = 0;
  std::string libtorch;
  std::string content_hash;
  std::string split_hash;
  std::string recipe;

  const PartTally* find(const std::string& part) const;
};

nlohmann::ordered_json to_json(const RunRow& row);
// Throws Error(kInput) for what is no such row.
RunRow run_row_from_json(const nlohmann::ordered_json& json);

// What result.json of a finished run says, as a row. Throws Error(kInput) when it is the result of
// something else than was planned.
RunRow row_of_result(const PlannedRun& run, const std::string& result_text,
                     const SplitFigures& figures);

class ResultsFile {
 public:
  // The file and its folder are made when the first row is added. A line that was cut when the
  // power went is dropped. Throws Error(kInput) naming the line of any other defect.
  explicit ResultsFile(const std::string& path);

  const std::vector<RunRow>& rows() const { return rows_; }
  const RunRow* find(const std::string& key) const;
  void add(const RunRow& row);  // on disk when it returns

 private:
  std::string folder_;
  std::string name_;
  std::vector<RunRow> rows_;
  bool is_torn_ = false;
};

}  // namespace assay
