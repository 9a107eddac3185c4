// A whole run on episodes: as a run on sequences (training/run.h), but for
//
//   RUN/predictions-PART.jsonl   answers are probabilities, one for each scene of the query
//   RUN/pool-PART.npy            of dev and test: for each episode a score of each scene of the
//   pool,
//                                the logarithm of the odds; `assay score --metric map` reads it
//   RUN/gap.txt                  this learner between both ideal ones on the part test
#pragma once

#include "assay/learners/fewshot_run/fewshot_report.h"
#include "assay/learners/recipe/fewshot_recipe.h"
#include "assay/learners/training/run.h"

namespace assay::learners {

// Progress is reported as lines through the control; a cancelled control saves and throws
// Interrupted.
FewshotResult run_fewshot(const RunRequest& request, const FewshotRecipe& recipe,
                          const Control& control);

}  // namespace assay::learners
