// Questions of LogicInference, problem types 1, 2a, 2b, 3a and 3b, and the kinds of their answers.
//
// With phrases.h, formulas and their notation, this is all that the generator and the solver share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/logic/formula.h"

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

enum class AnswerPlace : std::uint8_t { kEnd, kBeginning };  // LogicInference_e and _b

// "1", "2a" ...
std::string type_name(const Question& question);
std::string_view name_of(Outcome outcome);

}  // namespace assay::logic
