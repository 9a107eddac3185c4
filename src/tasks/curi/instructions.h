// CURI explained to whoever is to answer it.
#pragma once

#include "assay/core/abilities.h"
#include "assay/tasks/curi/settings.h"

namespace assay::curi {

Instructions curi_instructions(const Settings& settings);

}  // namespace assay::curi
