// Clauses of the published edition as formulas, so that one decision procedure, one derivation and
// one judge serve both editions.
#pragma once

#include <span>
#include <vector>

#include "assay/logic/formula.h"
#include "assay/tasks/logic/published/edition.h"
#include "assay/tasks/logic/sound/wording.h"

namespace assay::logic {

// Symbols keep their codes as numbers; all variables become the one variable.
FormulaId read_clause(const published::Clauses& clauses, published::Clause clause,
                      FormulaStore& store);
std::vector<FormulaId> read_clauses(const published::Clauses& clauses,
                                    std::span<const published::Clause> list, FormulaStore& store);

// What an example asks and how the release answers it, right or wrong. The naming is the example's.
void read_example(const published::Edition& edition, const published::Example& example,
                  const published::Naming& naming, FormulaStore& store, Question& question,
                  Answer& answer);

}  // namespace assay::logic
