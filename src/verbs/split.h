// split: the rows of a data set, or of a file of JSON lines, dealt into train, dev and test.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "assay/core/split_spec.h"
#include "assay/core/workplace.h"
#include "assay/store/split_file.h"

namespace assay::verbs {

struct SplitRequest {
  std::string data;    // the folder of a data set, or a file of JSON lines
  SplitSpec spec;      // with a name
  bool force = false;  // replace a split of the same name
};

struct SplitResult {
  SplitFile file;
  std::string path;  // of the file, beside the data
  // Of a split by divergence: what atom divergence may be, and whether that of a pair is more.
  double bound = 0;
  bool is_above_bound = false;
  // Nobody asked for other sizes than the method's own.
  bool sizes_are_default = false;
};

// Makes the split and writes it. Throws Error(kUsage) when another of that name stands there.
SplitResult split(const SplitRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const SplitResult& result);

struct RecipeSplitsRequest {
  std::string data;    // the folder of a data set
  std::string recipe;  // a file whose splits are made
  bool force = false;  // replace others of these names
};

struct RecipeSplitsResult {
  std::vector<SplitResult> made;
  std::vector<std::string> kept;  // names of those that stood there already
};

// Makes the splits of a recipe that are not there yet, in its order; rows are read once for all of
// them. Each is written when it is made, so that the same request goes on after an interruption.
// `made` hears of each. Throws Error(kUsage) for a recipe of another task or without splits, and
// when another split of one of the names stands there.
RecipeSplitsResult split_by_recipe(const RecipeSplitsRequest& request,
                                   const Workplace& workplace = {},
                                   const std::function<void(const SplitResult&)>& made = {});

nlohmann::ordered_json to_json(const RecipeSplitsResult& result);

}  // namespace assay::verbs
