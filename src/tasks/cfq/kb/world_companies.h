// The companies of a synthetic world: founders, owners, what they bought.
#pragma once

#include <cstdint>

#include "assay/tasks/cfq/kb/world_society.h"

namespace assay::cfq {

void make_companies(WorldSociety& world);

// Owners have lower numbers than what they own.
void relate_company(WorldSociety& world, std::uint64_t number);

}  // namespace assay::cfq
