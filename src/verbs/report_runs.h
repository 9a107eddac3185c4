// What a report says of the answers of runs.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/page/report.h"
#include "assay/verbs/report.h"
#include "assay/verbs/report_data.h"

namespace assay::verbs {

struct RunsToScore {
  const DataSet& data;
  const Task& task;
  const std::vector<NamedSplit>& splits;
  const ExampleShelf& shelf;
  const ReportRequest& request;
  std::uint64_t examples = kDefaultExamples;
};

// Judges the files of answers and adds runs and scores to the report: each run on the test part of
// each split that it has a file for. Paths stay as they were named.
void score_runs(page::Report& report, const RunsToScore& runs, const Control& control);

}  // namespace assay::verbs
