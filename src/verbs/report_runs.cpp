#include "assay/verbs/report_runs.h"

namespace assay::verbs {

void score_runs(page::Report& report, const RunsToScore& runs, const Control& control) {
  (void)report;
  (void)runs;
  (void)control;
}

}  // namespace assay::verbs
