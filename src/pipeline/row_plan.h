// Which example stands in which row: constant time, for any row, without a table.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/base/permutation.h"
#include "assay/core/task.h"

namespace assay {

// A finite task without a row count gives everything in rank order; with one, distinct units in an
// order keyed by the seed. An endless task needs a row count. Rows are unit-major.
class RowPlan {
 public:
  // Throws Error(kUsage) when the rows cannot be had.
  RowPlan(const Task& task, const Source& source, std::uint64_t seed,
          std::optional<std::uint64_t> rows);

  std::uint64_t rows() const { return rows_; }
  Address at(std::uint64_t row) const;

 private:
  std::uint64_t rows_ = 0;
  std::uint32_t items_ = 1;
  std::optional<Permutation> order_;
};

}  // namespace assay
