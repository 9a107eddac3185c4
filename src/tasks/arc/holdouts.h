// What of rules is kept out of training.
//
//   random       nothing: puzzles are dealt at random
//   combination  drawing and changing at once; one or the other trains
//   made         that something becomes, say, a yellow square, in whatever way
//   relations    rules with "in the same size as" and "inside of", ReaSCAN's B2
//   clauses      rules with two clauses and more; one clause and none train
#pragma once

#include <vector>

#include "assay/core/holdout.h"
#include "assay/tasks/arc/row.h"

namespace assay::arc {

// They refer to the maker.
std::vector<Holdout> arc_holdouts(const PuzzleMaker& maker);

}  // namespace assay::arc
