// Counts the values of columns in parts of a data set.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/core/value_shares.h"
#include "assay/store/data_set.h"

namespace assay {

struct NamedRows {
  std::string name;                 // of the part
  std::vector<std::uint64_t> rows;  // may repeat one
};

// For each list of parts what its rows are like, in one pass over the data set. Empty parts are
// left out. Columns are the target and those of metadata.
std::vector<ValueShares> count_values(const DataSet& data, const Task& task,
                                      const std::vector<std::vector<NamedRows>>& splits,
                                      const Control& control);

}  // namespace assay
