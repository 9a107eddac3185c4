// What `verify` asks about rows that were selected from a larger data set.
#pragma once

#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/verify.h"
#include "assay/split/bundles.h"
#include "assay/store/data_set.h"

namespace assay {

// No example stands there twice, and entropy, compounds and levels, measured again on the rows, are
// those recorded. Nothing where rows were not selected, or were split since. The pool is not at
// hand, so the choice itself is not made again. `forms` has a hash of each row's canonical form.
std::vector<Check> check_selection(const DataSet& data, const Task& task, Forms forms,
                                   const Control& control);

}  // namespace assay
