// The tasks that targets are asked with, each made when it is first needed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"
#include "fuzz_promises.h"

namespace assay::fuzz {

// Stands in every id, whatever the version of a task, so that inputs that were kept stay rows.
inline constexpr const char* kStamp = "00000000";

struct Subject {
  std::unique_ptr<Task> task;
  RowShape shape;             // of the rows; with kStamp
  std::vector<Example> rows;  // a few, with their rules
};

// Every task, with its editions, small enough to be made in a second.
std::size_t subject_count();
// By a byte of the input.
const Subject& choose_subject(Input& input);

// The rows as a data set on disk.
const DataSet& data_set_of(const Subject& subject);

// Asks a task all that verbs ask of a row that they read: what it cannot answer it refuses.
void ask_about_row(const Subject& subject, const Example& row);

}  // namespace assay::fuzz
