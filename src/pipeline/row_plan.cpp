#include "assay/pipeline/row_plan.h"

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/text.h"

namespace assay {

namespace {

Permutation seeded_order(const Task& task, std::uint64_t seed, std::uint64_t units) {
  Stream stream(stream_key(seed, task.info().name), {.purpose = Purpose::kOrder});
  const std::uint32_t first = stream.next();
  const std::uint32_t second = stream.next();
  return {{first, second}, units};
}

}  // namespace

RowPlan::RowPlan(const Task& task, const Source& source, std::uint64_t seed,
                 std::optional<std::uint64_t> rows)
    : items_(source.items_per_unit()) {
  const auto units = source.unit_count();
  if (!units) {
    if (!rows) {
      fail(ErrorKind::kUsage, "{} is endless; say how many rows you want with -n",
           task.info().name);
    }
    rows_ = *rows;
    return;
  }
  const auto all = checked_multiply(*units, items_);
  ASSAY_CHECK(all.has_value());
  if (!rows) {
    rows_ = *all;
    return;
  }
  if (*rows > *all) {
    fail(ErrorKind::kUsage, "{} rows are wanted, but with these parameters {} has only {}",
         with_commas(*rows), task.info().name, with_commas(*all));
  }
  rows_ = *rows;
  order_ = seeded_order(task, seed, *units);
}

Address RowPlan::at(std::uint64_t row) const {
  const std::uint64_t unit = items_ == 1 ? row : row / items_;
  const auto item = static_cast<std::uint32_t>(items_ == 1 ? 0 : row % items_);
  return {order_ ? order_->at(unit) : unit, item};
}

}  // namespace assay
