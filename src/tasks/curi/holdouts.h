// The paper's splits as predicates on rows.
#pragma once

#include <vector>

#include "assay/core/holdout.h"
#include "assay/tasks/curi/settings.h"

namespace assay::curi {

std::vector<Holdout> curi_holdouts(const Settings& settings);

}  // namespace assay::curi
