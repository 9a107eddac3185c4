// One value for every row of a data set, in order, worked out on all threads.
#pragma once

#include <memory>
#include <vector>

#include "assay/core/task.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"

namespace assay {

template <typename Type, typename Ask>
std::vector<Type> ask_rows(const DataSet& data, const Task& task, const Control& control, Ask ask) {
  struct Buffer {
    std::unique_ptr<RowReader> reader;
    Example row;
    std::vector<Type> values;
  };
  const RowShape shape = row_shape(task, data.manifest());
  std::vector<Type> all;
  all.reserve(data.rows());
  scan_rows<Buffer>(
      data, control,
      [&](std::string_view line, Buffer& buffer) {
        if (!buffer.reader) {
          buffer.reader = std::make_unique<RowReader>(shape, Wanted{.rules = false});
        }
        buffer.reader->parse(line, buffer.row);
        buffer.values.push_back(ask(buffer.row));
      },
      [&](Buffer& buffer) {
        all.insert(all.end(), buffer.values.begin(), buffer.values.end());
        control.report({"read rows", all.size(), data.rows(), 0});
      });
  return all;
}

}  // namespace assay
