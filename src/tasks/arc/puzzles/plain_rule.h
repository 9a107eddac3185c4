// A rule as one would say it: "recolour the small blue square green".
//
// The column `rule` keeps the words of the paper, DRAW and CHANGE; this is for people who look at a
// puzzle.
#pragma once

#include <string>

#include "assay/tasks/arc/puzzles/puzzles.h"

namespace assay::arc {

// One sentence, or two where the thing is described by what is around it: "Find the square that is
// in the same row as a red circle. Remove it."
std::string plain_rule(const Puzzle& puzzle);

}  // namespace assay::arc
