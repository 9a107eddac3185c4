// A sweep as people read it.
#pragma once

#include <string>

#include "assay/sweep/summary.h"
#include "assay/verbs/sweep.h"

namespace assay {

// A line for each learner and split, and how well divergence and lengths foretell accuracy.
std::string summary_text(const SweepSummary& summary);

// What was run, what is missing, what failed, and where things are.
std::string progress_text(const verbs::SweepResult& result);

}  // namespace assay
