// Rows per second of every task in both orders: different units first, or units whole.
//
//   row_orders [ROWS [JOBS]]        (2,000 and 2)
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "assay/base/parallel.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/row_maker.h"
#include "assay/pipeline/row_plan.h"

namespace {

using Clock = std::chrono::steady_clock;

// The seconds that rows take once the task is open.
double seconds_for(const assay::Task& task, const assay::Source& source, std::uint64_t rows,
                   assay::RowOrder order, const assay::Control& control) {
  const assay::RowPlan plan(task, source, 1, rows, order);
  const assay::RowMaker maker(task, source, plan, {}, false);
  const std::uint64_t step =
      order == assay::RowOrder::kSpread ? 64 : std::max<std::uint64_t>(64, source.items_per_unit());
  const auto start = Clock::now();
  assay::ordered_parallel<assay::RowBlock>(
      0, (rows + step - 1) / step, control,
      [&](std::uint64_t block, assay::RowBlock& out) {
        maker.make(block * step, std::min(rows, (block + 1) * step), out);
      },
      [](std::uint64_t, assay::RowBlock&) {});
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

int main(int count, char** words) {
  const std::uint64_t rows = count > 1 ? std::strtoull(words[1], nullptr, 10) : 2000;
  assay::Control control;
  control.jobs = count > 2 ? static_cast<unsigned>(std::strtoul(words[2], nullptr, 10)) : 2;
  fmt::print("{:<8} {:>6} {:>16} {:>16} {:>7}\n", "task", "items", "spread, rows/s",
             "blocks, rows/s", "ratio");
  for (const std::string& name : assay::task_names()) {
    const auto task = assay::make_task(name, {});
    const auto source = task->open(1);
    seconds_for(*task, *source, rows, assay::RowOrder::kBlocks, control);  // warms up
    const double blocks = seconds_for(*task, *source, rows, assay::RowOrder::kBlocks, control);
    const double spread = seconds_for(*task, *source, rows, assay::RowOrder::kSpread, control);
    const auto rate = [&](double seconds) {
      return assay::with_commas(static_cast<std::uint64_t>(static_cast<double>(rows) / seconds));
    };
    fmt::print("{:<8} {:>6} {:>16} {:>16} {:>7.2f}\n", name, source->items_per_unit(), rate(spread),
               rate(blocks), blocks / spread);
  }
  return 0;
}
