// Rows of puzzles by address: a unit is a puzzle.
#pragma once

#include <memory>

#include "assay/core/task.h"
#include "assay/tasks/arc/puzzles/derivation.h"
#include "assay/tasks/arc/puzzles/puzzles.h"

namespace assay::arc {

// Maker and derivations must outlive the source.
std::unique_ptr<Source> open_arc(const PuzzleMaker& maker, const Derivations& derivations,
                                 std::uint64_t seed);

}  // namespace assay::arc
