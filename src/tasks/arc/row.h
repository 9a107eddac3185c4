// The columns of puzzles, and what is read from a row.
#pragma once

#include <cstdint>
#include <string>

#include "assay/core/example.h"
#include "assay/tasks/arc/grids/puzzle_text.h"
#include "assay/tasks/arc/puzzles/puzzles.h"

namespace assay::arc {

enum Column : std::uint8_t { kInput, kTarget, kRule, kPattern, kStructure, kOperation, kWorlds };
const Schema& arc_schema();

// Throws Error(kInput) when the columns hold no puzzle of a pattern that the maker has.
Puzzle puzzle_of(const Example& row, const PuzzleMaker& maker);

// What a puzzle shows, and its rule in words.
PuzzleGrids grids_of(const Puzzle& puzzle);
std::string rule_of(const Puzzle& puzzle);

}  // namespace assay::arc
