// The runs of a sweep, each with a key: a hash of everything that decides what it predicts. A run
// whose key stands among the results is finished, wherever and whenever it was run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "assay/sweep/sweep_recipe.h"

namespace assay {

// A split of the sweep's data set.
struct SplitIdentity {
  std::string name;
  std::string hash;  // which rows stand where
};

struct PlannedRun {
  std::string key;    // sixteen hex digits
  std::string model;  // a name of its own or a file, as `assay train --model` takes it
  std::map<std::string, std::string> settings;
  std::string recipe;  // of the learner, all keys
  SplitIdentity split;
  std::uint64_t seed = 0;
  std::vector<SplitIdentity> also = {};  // whose tests are predicted as well

  std::string label() const;   // "lstm_small"; of a file its name without ending
  std::string folder() const;  // "lstm_small-mcd1-2-0123abcd"
  std::string text() const;    // "lstm_small, dropout=0.3, on mcd1, seed 2"
};

// In the order of the recipe; of each [[runs]] one seed after the other, so that early results
// speak of every split. None comes twice. Throws Error(kUsage) for splits, learners and keys that
// are not there.
std::vector<PlannedRun> plan_runs(const SweepRecipe& recipe, const std::string& content_hash,
                                  const std::vector<SplitIdentity>& splits);

std::string settings_text(const std::map<std::string, std::string>& settings);  // "a=1, b=2"

}  // namespace assay
