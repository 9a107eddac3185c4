// SCAN explained to whoever is to answer it.
#pragma once

#include <string>
#include <string_view>

#include "assay/core/abilities.h"

namespace assay::scan {

Instructions scan_instructions(int conjunctions);

// The actions of each phrase of a command that joins several, in the order of their doing.
std::string phrase_by_phrase(std::string_view command);

}  // namespace assay::scan
