// score: a file of answers, judged against a data set.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "assay/pipeline/score.h"
#include "assay/store/part_choice.h"

namespace assay::verbs {

struct ScoreRequest {
  std::string data;                       // the folder of a data set
  std::string predictions;                // a file of {"id", "answer"} lines; "-" is standard input
  PartChoice part = {};                   // only these rows; without: test, or else all
  std::vector<std::string> by = {};       // groupings such as "depth*kind"
  std::vector<std::string> metrics = {};  // of the task
  std::map<std::string, std::string> metric_params = {};  // of the metrics
  std::string list_to = {};  // a file for what the one metric counts; empty: none
};

// Which rows were asked about.
struct ScoredRows {
  std::string split;  // empty: none
  std::string part;   // "all": every row
  std::string content_hash;
};

struct ScoreReport {
  ScoredRows rows;
  Score score;
};

ScoreReport score(const ScoreRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const ScoreReport& report);

}  // namespace assay::verbs
