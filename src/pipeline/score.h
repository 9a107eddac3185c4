// Judging a file of answers against a data set.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/grouping.h"
#include "assay/pipeline/judge_rows.h"
#include "assay/pipeline/read_predictions.h"
#include "assay/store/data_set.h"

namespace assay {

// What became of some rows.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t right = 0;
  std::uint64_t wrong = 0;
  std::uint64_t unparsable = 0;
  std::uint64_t no_answer = 0;  // empty, null or missing: never counted as wrong
  std::uint64_t strict = 0;     // right to the letter

  // What the judge marked besides strict match: in how many answers, and the sum.
  struct Mark {
    std::uint64_t answers = 0;
    double total = 0;
    double mean() const { return total / static_cast<double>(answers); }
  };
  std::map<std::string, Mark> marks;

  void add(const Verdict& verdict);
  std::uint64_t answers() const { return right + wrong + unparsable; }
  // Of the answers; absent when there are none.
  std::optional<double> accuracy() const;
  // Of all rows, so that silence gains nothing; absent when there are none.
  std::optional<double> accuracy_of_all() const;
};

struct Score {
  Tally all;  // rows asked about
  PredictionForm form = PredictionForm::kRows;
  PairedBy paired_by = PairedBy::kId;
  Pairing pairing;

  // The first rows that were not right, with the reason.
  struct Miss {
    std::string id;
    Status status = Status::kWrong;
    std::string why;
  };
  std::vector<Miss> misses;

  struct Breakdown {
    std::string by;  // text of the grouping
    std::vector<std::string> columns;
    std::map<GroupKey, Tally> groups;
  };
  std::vector<Breakdown> by;

  struct MetricResult {
    std::string name;
    Params params;
    MetricReport report;
  };
  std::vector<MetricResult> metrics;
};

struct ChosenMetric {
  MetricSpec spec;
  Params params;
  std::unique_ptr<Metric> metric;
};

// A setting goes to every chosen metric that has a parameter of its name. Throws Error(kUsage) with
// the nearest names for metrics that the task does not have and settings that none takes.
std::vector<ChosenMetric> choose_metrics(const Task& task, std::span<const std::string> names,
                                         const std::map<std::string, std::string>& settings);

struct ScoreRequest {
  // A part of a split; answers to other rows of the data set are passed over. Absent: all rows.
  std::optional<std::vector<std::uint64_t>> rows = {};
  std::vector<Grouping> by = {};
  std::span<const ChosenMetric> metrics = {};  // see the answers, then report
  ExtractRule extract = ExtractRule::kAuto;
};

// What judge_rows says of each row, counted. Throws what it throws.
Score score_predictions(const DataSet& data, const Task& task, const PredictionFile& predictions,
                        const ScoreRequest& request, const Control& control);

}  // namespace assay
