// Long lists of actions in few words: what is done again and again is said once.
#pragma once

#include <span>
#include <string>

#include "assay/world/actions.h"

namespace assay::grounded {

// "turn left, walk ×3", "(turn left ×4, walk) ×2"
std::string short_actions(std::span<const world::Action> actions);

}  // namespace assay::grounded
