// Reads answers of LogicInference: what the sound edition writes, with the answer at either place,
// and what the published edition writes.
//
// Any bytes may be given. What cannot be read is described in one line with the place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/logic/formula.h"
#include "assay/logic/notation.h"
#include "assay/tasks/logic/reader/question_reader.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

// A step as an answer shows it.
struct ClaimedStep {
  std::vector<FormulaId> premises;  // none in a list, or where an answer names only the rule
  FormulaId conclusion = kNoFormula;
  std::string rule;  // empty when none is named; not necessarily the name of a rule
};

// What an answer claims.
struct AnswerText {
  bool silent = false;  // there is no answer
  std::string problem;  // empty when the answer is readable or silent
  Outcome outcome = Outcome::kOpen;
  std::vector<ClaimedStep> steps;       // the list of type 2, the chain of type 3
  FormulaId contradicted = kNoFormula;  // what the last step is said to contradict
  // Of a translation. Canonical names get the numbers of the question: p is the first proposition.
  std::vector<FormulaId> premises;
  FormulaId conclusion = kNoFormula;
  Names names;
};

// Reads an answer to a question that was readable. Formulas become part of the question's store;
// symbols that the question does not have get new numbers, and the question learns how they are
// called.
AnswerText read_answer(std::string_view text, QuestionText& question);

}  // namespace assay::logic
