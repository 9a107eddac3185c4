// A puzzle as people solve it: each pair a column, its input above its output, in the colours of
// the corpus; the test last.
#pragma once

#include "assay/core/picture.h"
#include "assay/tasks/arc/puzzles/puzzles.h"

namespace assay::arc {

// The answer is the output of the test, the rule in plain words, and frames around what it means.
Picture draw_puzzle(const Puzzle& puzzle, Reveal reveal);

}  // namespace assay::arc
