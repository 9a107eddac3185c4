// A puzzle as lines of ASCII that fit a terminal of 80 columns and 24 lines: pairs beside each
// other, what changes in each below it, then the test.
#pragma once

#include <string>

#include "assay/core/picture.h"
#include "assay/tasks/arc/puzzles/puzzles.h"

namespace assay::arc {

// The answer is what changes in the test, and the rule in words.
std::string sketch_puzzle(const Puzzle& puzzle, Reveal reveal);

}  // namespace assay::arc
