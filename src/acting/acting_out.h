// Going to a thing and doing something with it, from words: for solvers, which are second
// witnesses. Shares nothing with the movement that examples are made by but what a world is.
#pragma once

#include <string>
#include <string_view>

#include "assay/world/world.h"

namespace assay::acting {

// The actions, separated by commas. Verbs: walk, push, pull; manners: spinning, zigzagging,
// cautiously, hesitantly or none.
std::string act_out(const world::World& world, const world::Thing& target, std::string_view verb,
                    std::string_view manner);

}  // namespace assay::acting
