// How the published LogicInference tells that clauses contradict each other. It neither sees all
// contradictions nor is always right; both are part of the data.
#pragma once

#include <span>

#include "assay/tasks/logic/published/problems.h"

namespace assay::logic::published {

// A clause stands beside its negation, or a universal clause beside one of the other sign.
bool directly_contradictory(Clauses& clauses, std::span<const Clause> pool);

// The premises of a problem and of all steps of its inferences contradict each other directly or by
// a rule.
bool looks_contradictory(Workshop& workshop, const Problem& problem);

}  // namespace assay::logic::published
