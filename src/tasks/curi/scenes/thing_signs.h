// Signs for things of a scene, told apart by their form, outline, hatching and letters.
#pragma once

#include <vector>

#include "assay/core/picture.h"
#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

// Room for one thing.
struct Slot {
  Point centre;
  double width = 0;
  double height = 0;
};

// The thing in the middle of the slot, the letter of its size in the lower right corner.
void append_sign_marks(std::vector<Mark>& out, const Look& look, const Slot& slot);

}  // namespace assay::curi
