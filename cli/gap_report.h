// A compositionality gap for people.
#pragma once

#include <string>

#include "assay/verbs/measure.h"

namespace assay {

std::string gap_text(const verbs::GapResult& result);

}  // namespace assay
