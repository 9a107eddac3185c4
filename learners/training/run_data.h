// What a run trains on and predicts: the parts of a split as tokens.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/learners/recipe/learner_recipe.h"
#include "assay/learners/text/examples.h"

namespace assay::learners {

struct RunPart {
  std::string name;  // train, dev, test; the name of a further split
  std::vector<std::string> ids;
  Examples examples;
};

struct RunData {
  std::string content_hash;
  std::string split_hash;  // which rows stand where
  Vocabulary vocabulary;
  bool has_actions = false;   // targets are actions as words (text/action_words.h)
  Examples training;          // the rows of train that are trained on
  std::uint64_t dropped = 0;  // rows of train above the recipe's `longest`
  std::vector<RunPart> parts;

  // A prediction as the data set's targets are written.
  std::string answer_of(std::span<const Token> prediction) const;
};

// Where the rows of a run stand.
struct RunRows {
  std::string data;               // the folder of a data set
  std::string split;              // empty: its own parts
  std::vector<std::string> also;  // splits whose test is a part of its own; it must train no row
};

// Learners of worlds get command and world, others the input. The vocabulary is that of the
// training rows. Throws Error(kInput) for a training row above `longest`, unless the recipe drops
// them.
RunData read_run_data(const RunRows& rows, const LearnerRecipe& recipe, const Control& control);

// Rows of a part at even distances, at most `most`.
Examples sample_of(const Examples& examples, std::uint64_t most);

}  // namespace assay::learners
