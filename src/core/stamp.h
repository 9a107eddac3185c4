// The stamp of a task's data: eight hex digits that stand in every id.
//
// It names the task, the first number of the version of its data, and each parameter that is not at
// its default. A parameter that names files counts by what the files say, never by where they lie.
// So answers about one grid size or rule space cannot be taken for answers about another.
#pragma once

#include <string>
#include <string_view>

#include "assay/core/params.h"
#include "assay/core/task.h"

namespace assay {

// SHA-256 of what decides the rows of a task besides the seed. `version` is that of the data, which
// may be older than the task's own.
std::string identity_of(const TaskInfo& info, const Params& params, std::string_view version);

// The first eight digits of it.
std::string stamp_of(const Task& task, std::string_view version);
std::string stamp_of(const Task& task);  // of data that is made now

}  // namespace assay
