// merge: shards back into one data set.
#pragma once

#include <string>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/verbs/made_set.h"

namespace assay::verbs {

struct MergeRequest {
  std::vector<std::string> shards;  // at least one, in any order
  std::string out;                  // the folder of the whole
  bool force = false;               // replace another data set there
};

MadeSet merge(const MergeRequest& request, const Workplace& workplace = {});

}  // namespace assay::verbs
