// Whether rules give some phrase two values, decided without looking at all phrases.
//
// Suppose that some phrase has two values; take one with the fewest nodes. It is covered by left
// sides in two ways. Where both coverings begin a new left side at the same place, the part below
// could be a variable instead: the values would still differ, and the phrase be smaller. So the
// two coverings share no seam. Such a pair of coverings is found from two left sides with the same
// root: lay one on the other; where a variable of the one lies on structure of the other, the
// first must cover that structure with further left sides, whose own structure may reach into
// variables of the other, and so on down. Levels sink on the way, so this ends.
#pragma once

#include "assay/tasks/cscan/solver/knowledge.h"

namespace assay::cscan::solving {

// Whether some phrase has two values once `rule` is assumed, and one of them needs it.
bool contradicts(const Knowledge& knowledge, const Rule& rule);

}  // namespace assay::cscan::solving
