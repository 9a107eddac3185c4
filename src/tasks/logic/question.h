// Questions of LogicInference and their answers as text: problem types 1, 2a, 2b, 3a and 3b.
//
// The wording is that of the paper (Table 1, appendix B) made uniform: every answer of type 3 shows
// its chain and ends, or begins, in the same words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/logic/formula.h"
#include "assay/logic/inference_rules.h"
#include "assay/logic/notation.h"
#include "assay/logic/rule_application.h"
#include "assay/tasks/logic/english.h"

namespace assay::logic {

enum class QuestionKind : std::uint8_t { kTranslate, kOneStep, kChain };

struct Question {
  QuestionKind kind = QuestionKind::kChain;
  bool english = false;  // 2b, 3b; a translation is from English
  bool rule_names = false;
  std::vector<FormulaId> premises;  // in the order they are shown
  FormulaId asked = kNoFormula;     // of a translation: the conclusion
};

enum class Outcome : std::uint8_t {
  kTranslation,
  kInferences,    // type 2: the list
  kNothing,       // type 2: there are none
  kAnything,      // the premises are contradictory
  kPremise,       // yes, it is given
  kYes,           // yes, by the chain
  kRefuted,       // no, a premise contradicts it
  kRefutedLater,  // no, the end of the chain contradicts it
  kOpen           // no, it does not follow
};

struct Answer {
  Outcome outcome = Outcome::kOpen;
  std::vector<Step> steps;  // the list of type 2, the chain of type 3
};

enum class AnswerPlace : std::uint8_t { kEnd, kBeginning };  // LogicInference_e and _b

// How formulas are written: in notation under names, or in English. One of the two is set.
struct Voice {
  const FormulaStore& store;
  const Names* names = nullptr;
  const Phrases* phrases = nullptr;
};

// "1", "2a" ...
std::string type_name(const Question& question);
std::string_view name_of(Outcome outcome);

void append_input(std::string& out, const Question& question, const Voice& voice);
void append_target(std::string& out, const Question& question, const Answer& answer,
                   const RuleBook& book, const Voice& voice, AnswerPlace place);

}  // namespace assay::logic
