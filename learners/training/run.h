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
#include <optional>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/learners/recipe/learner_recipe.h"
#include "assay/learners/training/run_report.h"

namespace assay::learners {

// Training ends where the first of these is reached; with none, at the recipe's steps.
struct RunLength {
  std::optional<std::uint64_t> steps;
  std::optional<std::uint64_t> epochs;
  std::optional<double> minutes;  // of training, summed over all starts
};

struct RunRequest {
  std::string data;
  std::string split;              // empty: the data set's own parts
  std::vector<std::string> also;  // further splits whose test is predicted
  LearnerRecipe recipe;
  std::uint64_t seed = 0;
  std::string device = "cpu";  // or cuda
  std::string out;
  RunLength length;
  std::uint64_t sample = 200;  // rows of each part whose predictions are compared now and then
  std::uint64_t evaluate_every = 1000;  // steps
  double save_every = 120;              // seconds
  double report_every = 10;             // seconds
};

// Progress is reported as lines through the control; a cancelled control saves and throws
// Interrupted.
RunResult run_training(const RunRequest& request, const Control& control);

}  // namespace assay::learners
