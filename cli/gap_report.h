// A compositionality gap for people: a table, and a picture.
#pragma once

#include <string>

#include "assay/pipeline/gap.h"
#include "assay/render/gap_plot.h"

namespace assay {

// `about` says of which rows: "test of comp", or "the whole data set".
std::string gap_text(const GapReport& report, const std::string& about);

// A panel for each metric: the learners, then the gap.
IntervalPlot gap_plot(const GapReport& report, const std::string& about);

}  // namespace assay
