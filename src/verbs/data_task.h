// The task behind a data set.
#pragma once

#include <memory>

#include "assay/catalog/catalog.h"
#include "assay/store/manifest.h"

namespace assay::verbs {

// The task that made a data set, with its parameters.
inline std::unique_ptr<Task> task_of(const Manifest& manifest, const Workplace& workplace = {}) {
  return make_task(manifest.recipe.task, manifest.recipe.params, workplace);
}

}  // namespace assay::verbs
