// A puzzle as people solve it: each pair a column, its input above its output, in the colours of
// the corpus; the test last.
#pragma once

#include <string>
#include <string_view>

#include "assay/core/picture.h"
#include "assay/tasks/arc/puzzles/puzzles.h"

namespace assay::arc {

// The answer is the output of the test, the rule in words, and frames around what it means.
Picture draw_puzzle(const Puzzle& puzzle, std::string_view rule, Reveal reveal);

// The same as lines of ASCII: inputs on the left, outputs on the right.
std::string sketch_puzzle(const Puzzle& puzzle, Reveal reveal);

}  // namespace assay::arc
