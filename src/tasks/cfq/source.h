// Rows of CFQ by address: endless question patterns, one item a unit.
#pragma once

#include <memory>

#include "assay/core/task.h"
#include "assay/tasks/cfq/language/patterns.h"

namespace assay::cfq {

// The language must outlive the source.
std::unique_ptr<Source> open_cfq(const Language& language, PatternLimits limits,
                                 std::uint64_t seed);

}  // namespace assay::cfq
