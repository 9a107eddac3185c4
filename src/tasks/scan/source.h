// Rows of SCAN by rank, one item a unit.
#pragma once

#include <memory>

#include "assay/core/task.h"
#include "assay/tasks/scan/language/language.h"

namespace assay::scan {

// The language must outlive the source.
std::unique_ptr<Source> open_scan(const Language& language, std::uint64_t seed);

}  // namespace assay::scan
