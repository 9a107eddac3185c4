// Reads questions of LogicInference: what the sound edition writes, and what the published one does
// where it can be read in one way only.
//
// Any bytes may be given. What cannot be read is described in one line with the place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/logic/formula.h"
#include "assay/logic/notation.h"
#include "assay/tasks/logic/reader/english_reader.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

// A question as it was read. Symbols are numbered by first appearance in the text.
struct QuestionText {
  std::string problem;  // empty when there is a question
  Question question;
  FormulaStore store;
  Names names;                      // of symbols in notation; the variable in both voices
  Lexicon lexicon;                  // of symbols in English
  std::vector<SaidClause> clauses;  // of a question in English: premises, then what is asked
};

// Texts may be this long, and have so many formulas.
inline constexpr std::size_t kLongestText = 20'000;
inline constexpr std::size_t kMostFormulas = 500;

// Overwrites `out`, whose memory is reused.
void read_question(std::string_view input, QuestionText& out);

}  // namespace assay::logic
