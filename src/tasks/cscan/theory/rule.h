// A rule says what a tree means. A command with its reply and a rule without variables say the
// same, and are the same here.
#pragma once

#include "assay/tasks/cscan/theory/output.h"
#include "assay/tasks/cscan/theory/phrases.h"

namespace assay::cscan {

struct Rule {
  Tree left;
  Output right;
  friend bool operator==(const Rule&, const Rule&) = default;
};

}  // namespace assay::cscan
