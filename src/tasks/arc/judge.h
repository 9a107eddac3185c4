// Is an answer the output of the test? By the cell, however the JSON is spaced.
#pragma once

#include <string_view>

#include "assay/core/verdict.h"
#include "assay/tasks/arc/grids/grid.h"
#include "assay/world/grid.h"

namespace assay::arc {

struct Question {
  Grid input;
  Grid output;
  world::Cell changed;  // of the world: where the thing stands that the rule means
};

// Marks: `strict` (the reference to the byte), `shape` (as many rows and columns), `cells` (the
// share of cells that are right), `referent` (that thing was changed and nothing else, be it
// rightly).
Verdict judge(const Question& question, std::string_view reference, std::string_view answer);

}  // namespace assay::arc
