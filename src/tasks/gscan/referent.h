// What a phrase means among things that stand in a world.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/tasks/gscan/release/commands.h"
#include "assay/world/world.h"

namespace assay::gscan {

struct Referent {
  std::string problem;  // empty when it means one thing
  std::size_t thing = 0;
};

// Like the authors' program, it asks for two sizes of a kind that is called small or big.
Referent find_referent(const Phrase& phrase, const std::vector<world::Thing>& things);

}  // namespace assay::gscan
