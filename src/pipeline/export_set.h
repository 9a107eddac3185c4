// A data set from another one: the parts of a split, or the same rows in today's format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/set_writer.h"
#include "assay/store/data_set.h"
#include "assay/store/split_file.h"

namespace assay {

struct ExportedSet {
  Manifest manifest;
  bool was_complete = false;  // the same export stood there already
};

// A data set with the parts train, validation and test. The claim goes along; of a split by
// divergence the parts are measured again.
ExportedSet export_split(const DataSet& data, const Task& task, const SplitFile& split,
                         const std::string& path, const ToolInfo& tool, const Control& control);

// Some rows, in the order given, as a data set of one part that says how they were chosen.
ExportedSet export_selection(const DataSet& data, const Task& task,
                             const std::vector<std::uint64_t>& rows,
                             const SelectionRecord& selection, const std::string& path,
                             const ToolInfo& tool, const Control& control);

// The same rows, parts and splits, written as this version writes them.
ExportedSet write_again(const DataSet& data, const Task& task, const std::string& path,
                        const ToolInfo& tool, const Control& control);

}  // namespace assay
