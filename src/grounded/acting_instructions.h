// How the agent of a grounded task is told to move, in plain words: what gSCAN and ReaSCAN share.
#pragma once

#include <string>
#include <vector>

#include "assay/core/abilities.h"
#include "assay/world/world.h"

namespace assay::grounded {

// What commands may ask for.
struct Asked {
  bool moving = true;   // to push or to pull
  bool manners = true;  // to do it cautiously, while spinning ...
  bool boxes = false;   // worlds have some
};

// The actions and the way, verbs and manners. A paragraph each, without a line end behind the last.
std::string acting_rules(const Asked& asked);

// Words, form and separators of answers.
void tell_answers(const Asked& asked, Instructions& told);

// "The command means the red circle of size 2 at row 3, column 2."
std::string tell_target(const world::Thing& target);

}  // namespace assay::grounded
