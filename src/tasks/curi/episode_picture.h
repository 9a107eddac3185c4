// An episode to look at: panels of scenes for `render`, maps of letters for a terminal.
#pragma once

#include <string>

#include "assay/core/example.h"
#include "assay/core/picture.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

// The support on the left, positives first, the query on the right in the order asked; its labels
// and the rule only with the answer.
Picture episode_picture(const Example& row, const ConceptSpace& space, Reveal reveal);

// The positives of the support; with the answer also what explains all of it, likeliest first.
std::string episode_sketch(const Example& row, const ConceptSpace& space, Reveal reveal);

}  // namespace assay::curi
