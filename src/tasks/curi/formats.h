// Files of CURI for others: the release's record of an episode, its scenes, the concepts, and the
// scenes that average precision is measured on.
#pragma once

#include <functional>
#include <vector>

#include "assay/core/task.h"
#include "assay/tasks/curi/settings.h"

namespace assay::curi {

// The space is asked for only when a file is written.
std::vector<Format> curi_formats(const std::function<const ConceptSpace&()>& space);

}  // namespace assay::curi
