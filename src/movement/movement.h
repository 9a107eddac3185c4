// How commands are carried out in gSCAN and ReaSCAN: the way to a thing, pushing and pulling it,
// and the manner of both.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/world/actions.h"
#include "assay/world/world.h"

namespace assay::world {

enum class Verb : std::uint8_t { kWalk, kPush, kPull };
enum class Manner : std::uint8_t { kPlainly, kZigzagging, kSpinning, kCautiously, kHesitantly };

std::string_view name_of(Verb verb);
std::string_view name_of(Manner manner);  // "while spinning", ""

// Heavy things move at every second push only.
bool is_heavy(const Thing& thing);
// Cells that a thing cannot be pushed to.
CellSet taken_cells(const World& world);

// What the agent does to obey: columns first, then rows; zigzagging, one step of each in turn until
// it is in line with the target. Spinning turns around before each step, cautious agents look left
// and right, hesitant ones stay a while after it. Then the target is pushed the way the agent
// faces, or pulled the other way, until something is in the way. Overwrites `out`.
void plan(const World& world, std::size_t target, Verb verb, Manner manner,
          std::vector<Action>& out);

}  // namespace assay::world
