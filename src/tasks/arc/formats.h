// Files of puzzles for others: the shape of the Abstraction and Reasoning Corpus.
#pragma once

#include <vector>

#include "assay/core/format.h"
#include "assay/tasks/arc/row.h"

namespace assay::arc {

// They refer to the maker.
std::vector<Format> arc_formats(const PuzzleMaker& maker);

}  // namespace assay::arc
