// Rows of LogicInference: their columns, the formulas in them, and whether they fit their texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/core/example.h"
#include "assay/inference/inference_rules.h"
#include "assay/logic/formula.h"
#include "assay/logic/notation.h"
#include "assay/tasks/logic/sound/wording.h"

namespace assay::logic {

// Columns behind input and target.
enum Column : std::size_t { kType = 2, kAnswer, kPremises, kAsked, kChain, kProblem, kHalf };

const Schema& logic_schema();

// "James is rich" becomes a proposition where nothing else is said of James or of being rich.
void isolate_facts(FormulaStore& store, std::span<FormulaId> formulas);

// What a row says of its question besides the texts: type, outcome and chain.
void write_answer(const RuleBook& book, const Question& question, const Answer& answer,
                  Example& out);
// Premises and what is asked, in notation: under their own names, or, of a question in English, in
// the order in which symbols appear.
void write_formulas(const FormulaStore& store, const Question& question, const Names& names,
                    Example& out);

// A row's premises and what it asks, read from its fields. Symbols are numbered by first
// appearance. Throws Error(kInput) when a field holds no formula.
struct RowFormulas {
  explicit RowFormulas(const Example& row);

  FormulaStore store;
  std::vector<FormulaId> premises;
  FormulaId asked = kNoFormula;
};

// Equal for rows of the same problem, and for rows that ask the same of it, whatever its symbols
// are called, in whichever order it is told, in notation or in English. "James is rich" is the same
// as "it rains" where nothing else is said of James or of being rich.
std::uint64_t problem_form(RowFormulas& row);
std::uint64_t question_form(RowFormulas& row);

// What the fields say and the texts do not, up to naming; empty when they agree. The texts are read
// by the reader of questions, which knows nothing of how they were made.
std::string difference_from_texts(const Example& row);

}  // namespace assay::logic
