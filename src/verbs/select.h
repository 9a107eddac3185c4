// select: a data set of some rows of a larger one, with diverse rule combinations and even levels.
#pragma once

#include <string>

#include "assay/core/workplace.h"
#include "assay/pipeline/select.h"
#include "assay/verbs/made_set.h"

namespace assay::verbs {

struct SelectRequest {
  std::string data;  // the folder of a data set with rules, of one part
  SelectionPlan plan;
  std::string out;  // a new data set
};

// Its manifest has the record of the selection.
MadeSet select(const SelectRequest& request, const Workplace& workplace = {});

}  // namespace assay::verbs
