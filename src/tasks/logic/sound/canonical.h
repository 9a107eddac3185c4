// Formulas up to names and order: what tells one problem from another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/logic/formula.h"

namespace assay::logic {

// Predicates of constants become propositions where nothing else is said of the constant or with
// the predicate; others stay. Numbers of new propositions follow `propositions`; returns the atoms
// that they replace, in order.
std::vector<Formula> isolate(FormulaStore& store, std::span<FormulaId> formulas,
                             std::uint32_t& propositions);

// Equal for lists of formulas that differ only in the numbers of their symbols and in the order of
// the list. Symbols are told apart by what is said of them, a few formulas far; lists that differ
// only in how symbols that look alike hang together may be equal, too.
std::uint64_t canonical_hash(const FormulaStore& store, std::span<const FormulaId> formulas);

// The same for a question: `asked` is no premise, and may be kNoFormula.
std::uint64_t canonical_hash(const FormulaStore& store, std::span<const FormulaId> premises,
                             FormulaId asked);

}  // namespace assay::logic
