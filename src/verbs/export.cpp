#include "assay/verbs/export.h"

#include <optional>

#include "assay/base/error.h"
#include "assay/pipeline/export_set.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/version.h"

namespace assay::verbs {

namespace {

std::optional<SplitFile> named_split(const DataSet& data, const std::string& name) {
  if (name.empty()) return std::nullopt;
  return read_split(data, name);
}

}  // namespace

void export_rows(const ExportRowsRequest& request, const Workplace& workplace,
                 const std::function<void(std::string_view)>& write) {
  if (!request.part.split.empty() && request.part.part.empty()) {
    fail(ErrorKind::kUsage, "export: --split needs --part train, dev or test");
  }
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  const ChosenRows chosen = choose_rows(data, request.part, {});
  assay::export_rows(data, *task, find_format(data, *task, request.format), chosen.rows,
                     chosen.part, workplace.control, write);
}

ExportedFiles export_files(const ExportFilesRequest& request, const Workplace& workplace) {
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  const auto split = named_split(data, request.split);
  return export_format(data, *task, find_format(data, *task, request.format), split, request.out,
                       workplace.control);
}

MadeSet export_set(const ExportSetRequest& request, const Workplace& workplace) {
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  const auto split = named_split(data, request.split);
  const Control& control = workplace.control;
  ExportedSet made = split ? export_split(data, *task, *split, request.out, tool_info(), control)
                           : write_again(data, *task, request.out, tool_info(), control);
  return {std::move(made.manifest), task->info().unit, made.was_complete};
}

}  // namespace assay::verbs
