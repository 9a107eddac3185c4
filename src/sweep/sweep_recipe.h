// A sweep: which learners are trained on which splits of a data set, with which seeds and settings.
// Written by people as TOML, strict.
//
//   title = "SCAN: accuracy against compound divergence"
//   data = "../scan/divergence.toml"      # a recipe of a data set, or the folder of one
//   results = "scan_divergence.jsonl"     # a row for each finished run; may be committed
//   curve = ["d00", "d15"]                # splits that the plot joins by a line
//
//   [[import]]                            # published splits
//   name = "mcd1"
//   index = "$ASSAY_PUBLISHED/scan/mcd1.json"
//   of = "$ASSAY_PUBLISHED/scan/tasks.txt.gz"
//
//   [[runs]]                              # every model on every split with every seed and setting
//   models = ["lstm_small"]
//   splits = ["d00", "d15", "mcd1"]       # absent: all splits of the recipe and imports
//   also = ["A1", "A2"]                   # further splits whose tests each of these learners
//   predicts seeds = [1, 2, 3] set = { dropout = [0.1, 0.3] }        # keys of the learner's
//   recipe, one value or several
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct ImportedSplit {
  std::string name;
  std::string index;
  std::string of;  // may be empty
};

struct SweepRuns {
  std::vector<std::string> models;
  std::vector<std::string> splits;  // empty: all
  std::vector<std::string> also;    // splits whose tests are predicted as well
  std::vector<std::uint64_t> seeds = {0};
  std::map<std::string, std::vector<std::string>> settings;  // as `--set` takes them
};

struct SweepRecipe {
  std::string name;  // of the file, without its ending
  std::string title;
  std::string data;  // paths are ready to be opened
  std::string results;
  std::vector<std::string> curve;
  std::vector<ImportedSplit> imports;
  std::vector<SweepRuns> runs;
};

// The value of an environment variable; nullopt when it is not set.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;

// Paths are relative to the folder of `file`, or begin with a variable as "$NAME/...". Throws
// Error(kUsage) as "file:line:column: what is wrong".
SweepRecipe parse_sweep_recipe(const std::string& text, const std::string& file,
                               const Variables& variables);

}  // namespace assay
