// What `verify` asks about the parts of a data set: whether every row stands where it should.
#pragma once

#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/verify.h"
#include "assay/split/bundles.h"
#include "assay/store/data_set.h"

namespace assay {

// No example stands in two parts. `forms` has a hash of each row's canonical form.
Check check_overlap(const DataSet& data, Forms forms);

// Each row stands in the part that the shares of the recipe give it or, where the parts come from a
// split, where the claim of that places it. Nothing where there is only one part.
std::vector<Check> check_parts(const DataSet& data, const Task& task, Forms forms,
                               const Control& control);

}  // namespace assay
