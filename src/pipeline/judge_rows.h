// One pass over rows of a data set with what a model said about them: answers are taken out of its
// texts and judged, on all threads, and handed on in the order of the rows. Whatever speaks of
// verdicts uses it, so all verbs read a text alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/answers/extract.h"
#include "assay/answers/prediction.h"
#include "assay/core/task.h"
#include "assay/pipeline/grouping.h"
#include "assay/pipeline/read_predictions.h"
#include "assay/store/data_set.h"

namespace assay {

// A text of a model, judged.
struct JudgedSample {
  Sample::State state = Sample::State::kSilent;
  AnswerMark mark = AnswerMark::kNone;  // what the answer was found by
  bool has_reasoning = false;           // some was dropped
  Verdict verdict;
  std::string answer = {};  // what was judged: taken out of the text
};

// A text that cannot be read as it was taken out is tried without what never has a meaning
// (answers/extract.h), but not under ExtractRule::kStrict. A failed request is no answer; a text
// that was cut off is judged as it stands, and `why` says so. `buffer` is for working in.
JudgedSample judge_sample(const Task& task, const Example& row, const Sample& sample,
                          ExtractRule rule, std::string& buffer);

struct JudgedRow {
  std::uint64_t row = 0;  // its number in the data set
  std::string id;
  std::uint64_t unit = 0;   // equal for rows that share a unit
  bool is_missing = false;  // there is no prediction; it has one silent sample all the same
  std::vector<JudgedSample> samples;               // in the order they came, at least one
  std::vector<std::vector<GroupKey>> groups = {};  // for each grouping
  std::optional<Example> example = {};             // where it was wanted
  // Words of the first answer minus those of the target; where wanted, and the answer is not right.
  std::int64_t excess_words = 0;
};

struct JudgingRequest {
  // A part of a split: each row once, whatever the list repeats. Absent: all rows.
  std::optional<std::vector<std::uint64_t>> rows = {};
  ExtractRule extract = ExtractRule::kAuto;
  std::span<const Grouping> by = {};
  bool with_examples = false;
  bool with_lengths = false;
  std::string what = "judge";  // for progress
};

// How predictions and rows met, with a few ids each, safe to print.
struct Pairing {
  std::uint64_t missing = 0;    // rows without a prediction
  std::uint64_t duplicate = 0;  // predictions with the id of an earlier one
  std::uint64_t unknown = 0;    // ids of no row of the data set
  std::vector<std::string> missing_ids;
  std::vector<std::string> duplicate_ids;
  std::vector<std::string> unknown_ids;
};

// take(row) for each row that is asked about, ordered by its number; one call at a time, and the
// row is the callee's to move from. Predictions without ids belong to the rows in the order of
// `rows`; there must be as many. Where an id comes twice, the first prediction counts, but
// in logs of Inspect, where these are further samples.
//
// Throws Error(kInput) when no prediction is about a row, when the numbers differ in a form without
// ids, or when a form repeats a target that is not the row's.
Pairing judge_rows(const DataSet& data, const Task& task, const PredictionFile& predictions,
                   const JudgingRequest& request, const Control& control,
                   const std::function<void(JudgedRow&)>& take);

}  // namespace assay
