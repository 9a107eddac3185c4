// score: files of answers, judged against a data set.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "assay/pipeline/score.h"
#include "assay/store/part_choice.h"

namespace assay::verbs {

struct ScoreRequest {
  std::string data;  // the folder of a data set
  // Files of predictions, each a run of a model; "-" is standard input. "NAME=FILE" is about the
  // split NAME, where no file is called that.
  std::vector<std::string> predictions;
  PartChoice part = {};                   // only these rows; without: test, or else all
  std::vector<std::string> by = {};       // groupings such as "depth*kind"
  std::vector<std::string> metrics = {};  // of the task
  std::map<std::string, std::string> metric_params = {};  // of the metrics
  std::string list_to = {};      // a file for what the one metric counts; empty: none
  std::string form = {};         // of the predictions; empty: as they look
  std::string extract = "auto";  // how answers are taken out of texts
  std::string verdicts = {};     // a file for a line about every row; empty: none
  std::string vocabulary = {};   // a SentencePiece model, for groupings by pieces
  bool plots = false;            // score_plot will be asked for: refuse what cannot be plotted
};

// Which rows were asked about.
struct ScoredRows {
  std::string split;  // empty: none
  std::string part;   // "all": every row
  std::string content_hash;
};

// One run.
struct ScoreReport {
  ScoredRows rows;
  Score score;
  std::string file = {};  // of its predictions
};

// One for each file, in their order.
std::vector<ScoreReport> score(const ScoreRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const ScoreReport& report);
// Of one run the same; of several all of them and what they say together.
nlohmann::ordered_json to_json(std::span<const ScoreReport> runs);

}  // namespace assay::verbs
