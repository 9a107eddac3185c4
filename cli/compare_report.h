// Comparisons of runs, in the terminal.
#pragma once

#include <string>

#include "assay/verbs/compare.h"
#include "assay/verbs/compare_splits.h"

namespace assay {

std::string compare_text(const verbs::CompareReport& report);
std::string compare_splits_text(const verbs::CompareSplitsReport& report);

}  // namespace assay
