// What 25 labels, or 25 scores, are worth.
#pragma once

#include <span>
#include <string_view>

#include "assay/core/verdict.h"

namespace assay::curi {

// Labels are yes or no, true or false, positive or negative, 1 or 0; scores are numbers, above one
// half for yes. Numbers before them, as in "3. yes", commas and the brackets of a list are passed
// over. Right: all labels. The score is the share of positives and of negatives told right,
// averaged; marks also tell the share of all labels and, for scores, their average precision.
Verdict judge(std::span<const bool> labels, std::string_view reference, std::string_view answer);

}  // namespace assay::curi
