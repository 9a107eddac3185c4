// Formulas in English (appendix C.2), so that every sentence can be read in one way only.
//
//   if James were rich, then Mary is cooking      it is not true that it is late or Mary cooks
//   for all x, x is a nurse and x will not work   there is at least one x for which x is sad
//   some nurses are doctors                       some nurses will work
//
// Each predicate, action and kind of weather stands for one symbol, each name for one constant or
// one proposition. So "James is rich" is a proposition unless something else is said of James, or
// of being rich; read_isolated() reads formulas so. In questions of type 3b it is always a
// predicate of a constant: a chain may say of something what is said of James.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/logic/formula.h"
#include "assay/tasks/logic/sound/problem.h"
#include "assay/tasks/logic/vocabulary/phrases.h"

namespace assay::logic {

// Draws words for all symbols of a problem, none twice. False when there are too few.
bool draw_phrases(Stream& stream, const Problem& problem, Phrases& out);

// As a part of a sentence. Operands must be literals.
void append_english(std::string& out, const FormulaStore& store, FormulaId id,
                    const Phrases& phrases);

// As a sentence, without its full stop.
void append_sentence(std::string& out, const FormulaStore& store, FormulaId id,
                     const Phrases& phrases);

// Predicates of constants that read as propositions, because in these formulas nothing else is said
// of the constant or with the predicate, become propositions; others stay. Numbers of new ones
// follow `propositions`, and `phrases` learns how they are said.
void read_isolated(FormulaStore& store, std::span<FormulaId> formulas, std::uint32_t& propositions,
                   Phrases& phrases);

}  // namespace assay::logic
