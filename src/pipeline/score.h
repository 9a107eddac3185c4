// Judging a file of answers against a data set.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
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
#include "assay/pipeline/sample_tally.h"
#include "assay/pipeline/tally.h"
#include "assay/store/data_set.h"

namespace assay {

// How answers were taken out of texts, sample by sample.
struct ReadingTally {
  ExtractRule rule = ExtractRule::kAuto;
  std::array<std::uint64_t, kAnswerMarks> found_by = {};  // by AnswerMark
  std::uint64_t reasoning = 0;                            // texts of which some was dropped
  std::uint64_t cut_off = 0;
  std::uint64_t failed = 0;

  void add(const JudgedSample& sample);
};

struct Score {
  Tally all;  // rows asked about
  PredictionForm form = PredictionForm::kRows;
  PairedBy paired_by = PairedBy::kId;
  Pairing pairing;
  ReadingTally reading;
  SampleTally samples;

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

// What a reader of the figures should know, one line each: such as that most answers could not be
// read.
std::vector<std::string> notes_of(const Score& score);

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
  std::function<void(const JudgedRow&)> see = {};  // every row, in order; may be empty
};

// What judge_rows says of each row, counted: of several samples the first one counts as the answer,
// `samples` tells of all. Throws what judge_rows throws.
Score score_predictions(const DataSet& data, const Task& task, const PredictionFile& predictions,
                        const ScoreRequest& request, const Control& control);

}  // namespace assay
