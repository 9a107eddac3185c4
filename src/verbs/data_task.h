// The task behind a data set.
#pragma once

#include <memory>

#include "assay/core/task.h"
#include "assay/core/workplace.h"
#include "assay/store/data_set.h"

namespace assay::verbs {

// The task that made a data set, with its parameters. Throws Error(kInput) naming the manifest for
// a task or a parameter that is not there: whoever asks has named neither.
std::unique_ptr<Task> task_of(const Folder& folder, const Manifest& manifest,
                              const Workplace& workplace = {});
std::unique_ptr<Task> task_of(const DataSet& data, const Workplace& workplace = {});

}  // namespace assay::verbs
