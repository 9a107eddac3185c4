// What `verify` asks about splits: whether the claim of each holds on the rows.
#pragma once

#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/verify.h"
#include "assay/split/bundles.h"
#include "assay/store/data_set.h"

namespace assay {

// The claim that the data set's own parts come from, where it was made from a split; then every
// split in its folder, dealt or measured again. `forms` has a hash of each row's canonical form.
std::vector<Check> check_splits(const DataSet& data, const Task& task, Forms forms,
                                const Control& control);

}  // namespace assay
