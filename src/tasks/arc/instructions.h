// ReaSCAN's puzzles explained to whoever is to answer them.
#pragma once

#include "assay/core/abilities.h"
#include "assay/tasks/arc/puzzles/puzzles.h"

namespace assay::arc {

Instructions arc_instructions(const Settings& settings);

}  // namespace assay::arc
