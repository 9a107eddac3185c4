// What several runs make of the same rows: a verdict for each, in flat memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/answers/extract.h"
#include "assay/answers/prediction_forms.h"
#include "assay/pipeline/grouping.h"
#include "assay/pipeline/judge_rows.h"
#include "assay/pipeline/read_predictions.h"
#include "assay/store/data_set.h"

namespace assay {

struct RunVerdicts {
  std::string name;  // of the file, safe to print
  PairedBy paired_by = PairedBy::kId;
  Pairing pairing = {};
  std::vector<Status> verdicts = {};  // of each row; of several samples the first counts
  // Answers that are not right, by their words against those of the target.
  std::uint64_t shorter = 0;
  std::uint64_t longer = 0;

  bool is_right(std::size_t row) const { return verdicts[row] == Status::kRight; }
};

// The groups of each row under one grouping.
struct GroupedRows {
  std::string by;
  std::vector<std::string> columns;
  std::vector<GroupKey> keys;               // in their order
  std::vector<std::uint32_t> begins = {0};  // of the groups of each row; one more than rows
  std::vector<std::uint32_t> groups = {};   // numbers of keys

  std::span<const std::uint32_t> of(std::size_t row) const {
    return std::span(groups).subspan(begins[row], begins[row + 1] - begins[row]);
  }
};

// A few rows by their ids.
inline constexpr std::size_t kNamedRows = 5;

// Rows that one of two runs has right and the other has not.
struct Disagreement {
  std::size_t first = 0;  // a run
  std::size_t second = 0;
  std::vector<std::string> only_first;  // ids, at most kNamedRows
  std::vector<std::string> only_second;
};

struct RunTable {
  std::vector<std::uint32_t> unit_of;  // of each row, from 0: rows of one unit are siblings
  std::uint32_t units = 0;
  std::vector<GroupedRows> by;
  std::vector<RunVerdicts> runs;
  std::vector<Disagreement> disagreements;  // of each pair of runs
  std::vector<std::string> missed_by_all;   // ids, at most kNamedRows

  std::size_t rows() const { return unit_of.size(); }
};

struct RunTableRequest {
  std::optional<std::vector<std::uint64_t>> rows = {};  // absent: all
  ExtractRule extract = ExtractRule::kAuto;
  std::optional<PredictionForm> form = {};
  std::span<const Grouping> by = {};
};

// Reads and judges one file after the other. Throws Error(kInput) as read_predictions and
// judge_rows do: for predictions about another data set, above all.
RunTable judge_runs(const DataSet& data, const Task& task, std::span<const std::string> files,
                    const RunTableRequest& request, const Control& control);

}  // namespace assay
