// The people of a synthetic world: who they are, their families and careers.
#pragma once

#include <cstdint>

#include "assay/tasks/cfq/kb/world_society.h"

namespace assay::cfq {

void make_people(WorldSociety& world);

// Spouses and children come from the circle; children have higher numbers, so nobody is an ancestor
// of himself.
void make_family(WorldSociety& world, std::uint64_t number);

// Whom a person is influenced by, and works for.
void make_career(WorldSociety& world, std::uint64_t number);

}  // namespace assay::cfq
