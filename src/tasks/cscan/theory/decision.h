// What a context says of a request: the decision procedure of the card.
#pragma once

#include "assay/tasks/cscan/theory/text.h"
#include "assay/tasks/cscan/theory/theory.h"

namespace assay::cscan {

// Knowledge of a context: what it says, and that with what it induces. Neither has a conflict.
struct Knowledge {
  Theory monotonic;
  Theory defeasible;
};

Answer decide(const Knowledge& knowledge, const Request& request);

}  // namespace assay::cscan
