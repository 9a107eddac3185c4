#include "assay/verbs/data_task.h"

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"

namespace assay::verbs {

std::unique_ptr<Task> task_of(const Folder& folder, const Manifest& manifest,
                              const Workplace& workplace) {
  try {
    return make_task(manifest.recipe.task, manifest.recipe.params, workplace);
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kUsage) throw;
    fail(ErrorKind::kInput, "{}: {}", printable(folder.path_of(kManifestName)), problem.what());
  }
}

std::unique_ptr<Task> task_of(const DataSet& data, const Workplace& workplace) {
  return task_of(data.folder(), data.manifest(), workplace);
}

}  // namespace assay::verbs
