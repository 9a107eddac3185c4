// Rows of ReaSCAN by address: a unit is a command, or several with fewer worlds each; an item a
// world.
#pragma once

#include <memory>

#include "assay/core/task.h"
#include "assay/tasks/reascan/worlds/benchmark.h"
#include "assay/tasks/reascan/worlds/derivation.h"

namespace assay::reascan {

// Spaces and derivations must outlive the source.
std::unique_ptr<Source> open_reascan(const Settings& settings, const Spaces& spaces,
                                     const Derivations& derivations, std::uint64_t seed);

}  // namespace assay::reascan
