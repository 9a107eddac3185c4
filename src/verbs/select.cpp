#include "assay/verbs/select.h"

#include "assay/base/error.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/version.h"

namespace assay::verbs {

MadeSet select(const SelectRequest& request, const Workplace& workplace) {
  if (request.out.empty()) fail(ErrorKind::kUsage, "select: say where with --out");
  if (!request.plan.rows && !request.plan.cap) {
    fail(ErrorKind::kUsage, "select: say how many rows with -n, or how many of a level with --cap");
  }
  if (request.plan.rows == 0U || request.plan.cap == 0U) {
    fail(ErrorKind::kUsage, "select: -n and --cap are at least 1");
  }
  const DataSet pool(request.data);
  const auto task = task_of(pool, workplace);
  ExportedSet made =
      select_set(pool, *task, request.plan, request.out, tool_info(), workplace.control);
  return {std::move(made.manifest), task->info().unit, made.was_complete};
}

}  // namespace assay::verbs
