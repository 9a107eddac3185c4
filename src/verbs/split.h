// split: the rows of a data set, or of a file of JSON lines, dealt into train, dev and test.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

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

}  // namespace assay::verbs
