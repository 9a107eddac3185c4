// What a command asks for in a world. Is an answer right? By the letter, or by what it does there.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "assay/core/verdict.h"
#include "assay/grounded/thing_role.h"
#include "assay/movement/movement.h"
#include "assay/world/world.h"

namespace assay::grounded {

// What an answer is asked to do.
struct Errand {
  world::World world;
  std::size_t target = 0;  // among the world's things
  world::Verb verb = world::Verb::kWalk;
  world::Manner manner = world::Manner::kPlainly;
  std::vector<ThingRole> roles = {};  // of each thing, where they are known
};

// Right is what leaves agent and things where the reference leaves them, in the manner asked for,
// by whatever way; ["walk", "push"] is read as well. A cell alone ("row 3, column 2") is wrong, but
// says what the command was taken to mean. Marks: `reached` (the agent ends where it should),
// `first_wrong_step` (the first action that is impossible or, if all are possible, other than the
// reference), `referent` (of a cell); of answers that end on another thing than the target,
// `ended_on_relation` and so on for the thing's role.
Verdict judge(const Errand& errand, std::string_view reference, std::string_view answer);

// Whether each step is made in the manner: what is said before and after it, and for zigzagging
// whether steps across and along take turns until agent and target are in line.
bool keeps_manner(const Errand& errand, std::span<const world::Action> actions);

}  // namespace assay::grounded
