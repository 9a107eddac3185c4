// baseline: reference points for a data set. What accuracy is to be had without understanding, and
// what by the reference solver?
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/pipeline/baselines.h"
#include "assay/store/part_choice.h"
#include "assay/verbs/measure.h"

namespace assay::verbs {

// The kind that is no answer to rows: what `measure --gap` says of the task's ideal learners.
inline constexpr const char* kLearners = "learners";

struct BaselineRequest {
  std::string data;                     // the folder of a data set
  PartChoice part = {};                 // only these rows; without: test, or else all
  std::vector<std::string> kinds = {};  // empty: all that fit task and data
  std::uint64_t seed = 0;               // of random answers
  std::string out = {};  // a folder for the answers, a file for each kind; empty: none are kept
};

struct BaselineReport {
  std::string task;
  std::string split;  // empty: none
  std::string part;   // "all": every row
  std::uint64_t rows = 0;
  std::uint64_t train_rows = 0;
  std::uint64_t seed = 0;
  std::string content_hash;
  std::vector<BaselineScore> scores;
  std::vector<std::string> left_out = {};  // kinds that learn, where there is no train
  std::optional<GapReport> learners = {};
};

BaselineReport baseline(const BaselineRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const BaselineReport& report);

}  // namespace assay::verbs
