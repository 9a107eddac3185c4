// The sub-graphs of an example and how often the parts of a data set have them, in the terminal.
#pragma once

#include <cstddef>
#include <string>

#include "assay/verbs/explain.h"

namespace assay {

// Rarest first, at most so many (0: all), with one row each that shows it. The explanation has
// them.
std::string seen_text(const verbs::Explanation& explanation, std::size_t most);

}  // namespace assay
