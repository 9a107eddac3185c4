// What `verify` asks about splits: whether all of the recipe are there, and whether the claim of
// each holds on the rows.
#pragma once

#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/verify.h"
#include "assay/split/bundles.h"
#include "assay/store/data_set.h"

namespace assay {

// Every split in the folder, dealt or measured again; of those that the recipe has, also whether
// they are there and as it has them. `forms` has a hash of each row's canonical form.
std::vector<Check> check_splits(const DataSet& data, const Task& task, Forms forms,
                                const Control& control);

}  // namespace assay
