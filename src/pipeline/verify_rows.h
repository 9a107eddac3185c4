// What `verify` asks every row: its form, and whether its target is true.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/base/hash.h"
#include "assay/core/task.h"
#include "assay/store/data_set.h"

namespace assay {

// What one pass over all rows gathers, for the checks that come after it.
struct RowFindings {
  ContentHash content;
  std::vector<std::uint64_t> forms;  // hash of each row's canonical form, in order
  std::vector<Address> addresses;    // of each row
  std::vector<LengthStats> lengths;  // of each part

  std::uint64_t rows() const { return forms.size(); }
};

// Throws Error(kInput) with the place of the first row that is not in the standard form, is of
// another seed, or has a target that the task's second witness does not confirm.
RowFindings read_rows(const DataSet& data, const Task& task, const Control& control);

// What the pass has shown of the targets, in words.
std::string_view what_confirms(Witness witness);

}  // namespace assay
