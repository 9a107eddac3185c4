// Rows of a data set of any format as this version writes them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "assay/base/hash.h"
#include "assay/base/progress.h"
#include "assay/core/task.h"
#include "assay/pipeline/row_maker.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"

namespace assay {

struct RenewedRows {
  PartBlock block;
  ContentHash content;
};

class RowRenewer {
 public:
  // Both must outlive it.
  RowRenewer(const DataSet& data, const Task& task);

  // Hands over rows in the order of the list, some at a time.
  void renew(std::span<const std::uint64_t> rows, const Control& control,
             const std::function<void(const RenewedRows&)>& take) const;

 private:
  RowIndex index_;
  RowShape shape_;
  RowWriter writer_;
  std::string stamp_;
};

// Row numbers [first, last) as a list.
std::vector<std::uint64_t> row_numbers(std::uint64_t first, std::uint64_t last);

}  // namespace assay
