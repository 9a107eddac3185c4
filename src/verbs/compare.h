// compare: runs on the same rows, judged and compared row by row.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/pipeline/compare.h"
#include "assay/store/part_choice.h"
#include "assay/verbs/score.h"

namespace assay::verbs {

struct CompareRequest {
  std::string data;                      // the folder of a data set
  std::vector<std::string> predictions;  // files, two at least, as `score` reads them
  PartChoice part = {};                  // only these rows; without: test, or else all
  std::vector<std::string> by = {};      // groupings such as "depth*kind"
  std::string extract = "auto";          // how answers are taken out of texts
  std::string form = {};                 // of the files; empty: as each looks
};

struct CompareReport {
  ScoredRows rows;
  Comparison comparison;
};

// Throws Error(kInput) for a file about other data, Error(kUsage) for names that are not there.
CompareReport compare(const CompareRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const CompareReport& report);

}  // namespace assay::verbs
