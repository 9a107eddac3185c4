#include "assay/pipeline/renew_rows.h"

#include <numeric>

#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/store/row_pass.h"

namespace assay {

RowRenewer::RowRenewer(const DataSet& data, const Task& task)
    : index_(data),
      shape_(row_shape(task, data.manifest())),
      writer_(row_shape(task), data.manifest().recipe.with_rules),
      stamp_(stamp_of(task, data.manifest().task_version)) {}

void RowRenewer::renew(std::span<const std::uint64_t> rows, const Control& control,
                       const std::function<void(const RenewedRows&)>& take) const {
  for_rows<RenewedRows>(
      index_, rows, {.shape = shape_, .control = control},
      [&](Example& row, std::string_view, RenewedRows& out) {
        row.stamp = stamp_;
        const std::size_t begin = out.block.bytes.size();
        writer_.append(out.block.bytes, row);
        out.content.add(std::string_view(out.block.bytes).substr(begin));
        out.block.lengths.add(count_words(row.input()), count_words(row.target()));
        ++out.block.rows;
      },
      take);
}

std::vector<std::uint64_t> row_numbers(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> rows(last - first);
  std::iota(rows.begin(), rows.end(), first);
  return rows;
}

}  // namespace assay
