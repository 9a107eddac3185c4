// A puzzle as text: what is asked, and the grids in the corpus's JSON.
//
//   ... Give the output of the test. {"train":[{"input":[[0,...],...],"output":[[...]]},...],
//   "test":[{"input":[[...]]}]}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/arc/grids/grid.h"

namespace assay::arc {

struct GridPair {
  Grid input;
  Grid output;
};

struct PuzzleGrids {
  std::vector<GridPair> train;
  GridPair test;  // its output may be unknown: a grid without cells
};

// Without the output of the test.
void append_input(std::string& out, const PuzzleGrids& grids);

// {"train":[...],"test":[{"input":...,"output":...}]} without the braces around.
void append_members(std::string& out, const PuzzleGrids& grids);

struct PuzzleText {
  std::string problem;  // empty when it could be read; one line
  PuzzleGrids grids;
};

// Reads any bytes: the JSON begins at the first brace.
PuzzleText read_puzzle(std::string_view text);

}  // namespace assay::arc
