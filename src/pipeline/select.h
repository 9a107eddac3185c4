// A data set from some rows of a larger one: diverse rule combinations, levels as even as can be
// (Keysers et al. 2020, appendix K.3).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "assay/core/selection_record.h"
#include "assay/core/task.h"
#include "assay/pipeline/export_set.h"
#include "assay/store/data_set.h"

namespace assay {

struct SelectionPlan {
  std::optional<std::uint64_t> rows = {};  // or a cap, or both
  std::optional<std::uint64_t> cap = {};   // rows of a level, at most
  std::string by =
      {};  // an integer column, or "rules"; empty: the column `level` where there is one
  std::uint64_t compared = 0;  // candidates drawn for each choice; 0: all are compared
  std::uint64_t seed = 0;      // of these draws
  std::map<std::string, std::string> define = {};  // changes to the task's compounds
};

// Chooses rows and writes them in the order of the pool, as a data set of one part. Of rows of
// equal canonical form only the first can be chosen. Throws Error(kUsage) for a plan that the pool
// cannot fill, and for a pool that has parts or was selected itself.
ExportedSet select_set(const DataSet& pool, const Task& task, const SelectionPlan& plan,
                       const std::string& path, const ToolInfo& tool, const Control& control);

// What the record of a selection says of these rows, measured on them: entropy, compounds, and rows
// by level (without the pool's).
SelectionRecord measure_selection(const DataSet& data, const Task& task,
                                  const SelectionRecord& asked, const Control& control);

}  // namespace assay
