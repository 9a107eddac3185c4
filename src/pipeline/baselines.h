// Reference points: what accuracy is to be had without understanding, and by the reference solver.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/tally.h"
#include "assay/statistics/intervals.h"
#include "assay/store/data_set.h"

namespace assay {

// A way to answer rows.
struct BaselineKind {
  std::string name;     // "nearest"
  std::string summary;  // how it answers, as half a sentence
  bool learns = false;  // from training rows
};

// constant, majority, random, nearest, the task's shortcuts, solver: those that this task has.
std::vector<BaselineKind> baseline_kinds(const Task& task);

struct BaselineRequest {
  std::vector<std::uint64_t> asked;  // each once
  std::vector<std::uint64_t> train;  // empty: no kind that learns can be asked for
  std::vector<std::string> kinds;    // names, each once
  std::uint64_t seed = 0;            // of random answers
};

struct BaselineScore {
  BaselineKind kind;
  Tally tally;
  // Of right answers among all rows; rows of one unit say less than as many others.
  std::optional<Interval> interval;
};

// One answer; absent: there is none.
struct BaselineAnswer {
  std::string_view kind;
  std::string_view id;  // of the row
  const std::optional<std::string>& answer;
};

// Answers all rows and judges the answers, kind by kind. `take` gets every answer in the order of
// the rows; it may be empty. The same for any number of threads. Throws Error(kUsage) for names
// that there are not, and for kinds that learn where there is nothing to learn from.
std::vector<BaselineScore> run_baselines(const DataSet& data, const Task& task,
                                         const BaselineRequest& request, const Control& control,
                                         const std::function<void(const BaselineAnswer&)>& take);

}  // namespace assay
