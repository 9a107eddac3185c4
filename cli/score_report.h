// A score for people.
#pragma once

#include <span>
#include <string>

#include "assay/verbs/score.h"

namespace assay {

// Of one run.
std::string score_text(const verbs::ScoreReport& report);

// Of several: what they say together, then each.
std::string runs_text(std::span<const verbs::ScoreReport> runs);

}  // namespace assay
