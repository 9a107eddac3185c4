// The columns of gSCAN, and what is read from a row.
#pragma once

#include <cstdint>
#include <span>

#include "assay/core/example.h"
#include "assay/grounded/errand.h"
#include "assay/tasks/gscan/release/commands.h"
#include "assay/world/actions.h"

namespace assay::gscan {

enum Column : std::uint8_t { kInput, kTarget, kCommand, kWorld, kSet };
const Schema& gscan_schema();

// Both throw Error(kInput) when the columns hold no command or no world.
Command command_of(const Example& row);
grounded::Errand errand_of(const Example& row);

// Overwrites the columns with a command, a world whose first thing it means, and what is to be
// done; the set stays empty.
void write_row(const Command& command, const world::World& world,
               std::span<const world::Action> actions, Example& out);

}  // namespace assay::gscan
