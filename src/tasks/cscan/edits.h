// Small changes that make an output another one.
#pragma once

#include <span>

#include "assay/base/random.h"
#include "assay/tasks/cscan/theory/output.h"

namespace assay::cscan {

// What may be put in: the variables of a left side, and some actions.
struct Tokens {
  std::size_t variables = 0;
  std::span<const Action> actions;
};

// One token put in, taken out or replaced, or two neighbours exchanged; never the same output.
Output edited(const Output& output, const Tokens& tokens, Stream& stream);

}  // namespace assay::cscan
