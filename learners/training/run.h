// A whole run: a data set and a split in, a folder with checkpoint, metrics and predictions out.
//
//   RUN/recipe.toml              all keys of the recipe
//   RUN/vocabulary.txt
//   RUN/checkpoint               what the same command goes on from
//   RUN/metrics.jsonl            a line now and then, and one at the end
//   RUN/predictions-PART.jsonl   id, answer, content_hash: what `assay score` reads
//   RUN/curve.svg                the learning curve, from metrics.jsonl
//   RUN/result.json              what was trained on what, and exact match on all rows of each part
#pragma once

#include <cstdint>
#include <string>

#include "assay/base/progress.h"
#include "assay/learners/recipe/learner_recipe.h"
#include "assay/learners/training/run_loop.h"
#include "assay/learners/training/run_report.h"

namespace assay::learners {

// What a run is asked for, whatever it trains.
struct RunRequest {
  std::string data;
  std::string split;              // empty: the data set's own parts
  std::vector<std::string> also;  // further splits whose test is predicted
  std::uint64_t seed = 0;
  std::string device = "cpu";  // or cuda
  std::string out;
  std::string cache;  // folder of what tasks prepare; empty: keep nothing
  RunLength length;
  std::uint64_t sample = 200;  // rows of each part whose predictions are compared now and then
  std::uint64_t evaluate_every = 1000;  // steps
  double save_every = 120;              // seconds
  double report_every = 10;             // seconds
};

// How the loop of such a run goes.
LoopSettings loop_settings(const RunRequest& request, std::int64_t recipe_steps);

// A learner of sequences. Progress is reported as lines through the control; a cancelled control
// saves and throws Interrupted.
RunResult run_training(const RunRequest& request, const LearnerRecipe& recipe,
                       const Control& control);

}  // namespace assay::learners
