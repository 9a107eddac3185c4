// Shards back into one data set, byte for byte what a single run writes.
#pragma once

#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/set_writer.h"

namespace assay {

// The order of the folders does not matter. Throws Error(kInput) naming the shard that is missing,
// foreign, damaged or given twice. Survives kills like generate.
Manifest merge_shards(const Task& task, const std::vector<std::string>& folders,
                      const std::string& path, const ToolInfo& tool, bool force,
                      const Control& control);

}  // namespace assay
