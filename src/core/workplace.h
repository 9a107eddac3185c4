// Where a task may keep what is long in the making, and how that work reports and is stopped.
#pragma once

#include <string>

#include "assay/base/progress.h"

namespace assay {

struct Workplace {
  std::string cache_folder;  // empty: keep nothing
  Control control;
};

}  // namespace assay
