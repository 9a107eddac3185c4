// One value for every row of a data set, in order, worked out on all threads.
#pragma once

#include <vector>

#include "assay/core/task.h"
#include "assay/store/row_pass.h"

namespace assay {

template <typename Type, typename Ask>
std::vector<Type> ask_rows(const DataSet& data, const Task& task, const Control& control, Ask ask) {
  std::vector<Type> all;
  all.reserve(data.rows());
  for_rows<std::vector<Type>>(
      data,
      {.shape = row_shape(task, data.manifest()),
       .want = {.rules = false},
       .control = control,
       .progress = {"read rows", 0, data.rows(), 0}},
      [&](const Example& row, std::string_view, std::vector<Type>& values) {
        values.push_back(ask(row));
      },
      [&](const std::vector<Type>& values) {
        all.insert(all.end(), values.begin(), values.end());
      });
  return all;
}

}  // namespace assay
