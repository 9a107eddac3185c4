// Progress on standard error: a redrawn line on a terminal, plain lines now and then elsewhere,
// nothing for work that ends within a second.
#pragma once

#include <string>

#include "assay/base/progress.h"

namespace assay {

// `how`: auto, bar, plain, json or none. Throws Error(kUsage) for anything else.
ProgressCallback progress_display(const std::string& how);

}  // namespace assay
