// What a selection is made from: level and compounds of every row of a data set.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/core/task.h"
#include "assay/dbca/compound_lists.h"
#include "assay/split/selection.h"
#include "assay/store/data_set.h"

namespace assay {

struct SelectionPool {
  CompoundLists lists;
  std::vector<Candidate> rows;       // every row, in its order
  std::vector<std::uint64_t> forms;  // a hash of each row's canonical form
};

// Graphs are not kept: what stays in memory is about a byte for each compound of each row, and
// rows that have the same compounds share them. Throws Error(kUsage) when `by` is neither a column
// of whole numbers nor "rules".
SelectionPool read_selection_pool(const DataSet& data, const Task& task, const std::string& by,
                                  const CompoundDefinition& definition, const Control& control);

// The first row of each form.
std::vector<Candidate> different_rows(const SelectionPool& pool);

// The column `level` where the task has one, else "rules".
std::string usual_level(const Task& task);

// The same compounds, but every one counts, wherever it occurs.
CompoundDefinition counting_all(CompoundDefinition definition);

}  // namespace assay
