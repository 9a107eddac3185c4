// A score for people.
#pragma once

#include <string>

#include "assay/verbs/score.h"

namespace assay {

std::string score_text(const verbs::ScoreReport& report);

}  // namespace assay
