// What is true of the problems of a published edition, by the exact decision procedure.
#pragma once

#include <cstddef>
#include <span>

#include "assay/tasks/logic/published/problems.h"

namespace assay::logic {

// How many there are of each, and how many of these are not what they are said to be.
struct Tally {
  std::size_t all = 0;
  std::size_t wrong = 0;
};

struct Certificate {
  std::size_t problems = 0;
  Tally flagged;     // contradictory ones as the release says; wrong: their premises can be true
  Tally consistent;  // the others; wrong: their premises contradict each other
  // Of problems whose premises can be true:
  Tally inferences;      // wrong: not entailed
  Tally steps;           // of their chains; wrong: the conclusion does not follow from its premises
  Tally contradictions;  // wrong: not refuted
  // Of problems that are not flagged:
  Tally unrelated;     // wrong: entailed, although it is said not to follow
  Tally explanations;  // chains of two steps or more against something; wrong: what they end in can
                       // be true beside it
};

Certificate certify(const published::Clauses& clauses,
                    std::span<const published::Problem> problems);

}  // namespace assay::logic
