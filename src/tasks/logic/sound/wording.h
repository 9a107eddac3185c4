// Writes questions of LogicInference and their answers: problem types 1, 2a, 2b, 3a and 3b.
//
// The wording is that of the paper (Table 1, appendix B) made uniform: every answer of type 3 shows
// its chain and ends, or begins, in the same words.
#pragma once

#include <string>
#include <vector>

#include "assay/inference/inference_rules.h"
#include "assay/inference/rule_application.h"
#include "assay/logic/formula.h"
#include "assay/logic/notation.h"
#include "assay/tasks/logic/vocabulary/phrases.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

struct Answer {
  Outcome outcome = Outcome::kOpen;
  std::vector<Step> steps;  // the list of type 2, the chain of type 3
};

// How formulas are written: in notation under names, or in English. One of the two is set.
struct Voice {
  const FormulaStore& store;
  const Names* names = nullptr;
  const Phrases* phrases = nullptr;
};

void append_input(std::string& out, const Question& question, const Voice& voice);
void append_target(std::string& out, const Question& question, const Answer& answer,
                   const RuleBook& book, const Voice& voice, AnswerPlace place);

}  // namespace assay::logic
