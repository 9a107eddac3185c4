// Rows of gSCAN by address: a unit is a command and a thing that it may mean, an item a placement.
#pragma once

#include <memory>

#include "assay/core/task.h"
#include "assay/tasks/gscan/release/derivation.h"
#include "assay/tasks/gscan/release/release.h"

namespace assay::gscan {

// The derivations must outlive the source.
std::unique_ptr<Source> open_gscan(const Settings& settings, const Derivations& derivations,
                                   std::uint64_t seed);

}  // namespace assay::gscan
