// Finds the rule of a puzzle from its text and applies it: a second witness for the generator, with
// which it shares the grids' JSON and the table of pictures, but neither the writing of worlds nor
// the grammar of rules nor the search.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/tasks/arc/grid.h"
#include "assay/tasks/reascan/structures.h"

namespace assay::arc {

struct Solution {
  std::string rule;  // in words
  Grid output;
};

// Looks through all rules of the patterns in turn and takes the first that explains all pairs and
// means one thing in the test. A thing is small when nothing of its class is smaller, and not all
// are of one size. Throws Error(kInput) when the text cannot be read or no rule is found.
Solution solve_puzzle(std::string_view input, std::span<const reascan::Pattern> patterns);

}  // namespace assay::arc
