// Is an answer right, step by step? Tells chains that prove something from chains that only look
// so.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "assay/core/verdict.h"
#include "assay/inference/decision.h"
#include "assay/inference/inference_rules.h"
#include "assay/tasks/logic/reader/answer_reader.h"

namespace assay::logic {

// What must be shown.
enum class Rigour {
  kChains,       // an answer shows its chain
  kAnswersAlone  // a bare yes or no will do, as in the published edition
};

// Judges by meaning. Every step must be licensed by a rule, by the one it names if names are asked
// for, and its premises must be given or concluded before; then the end of the chain must be what
// is asked, or contradict it. Of type 2 the list must be complete, in any order; a translation may
// have other names. Marks: `final` (is the yes or no right), `first_wrong_step` (counted from 1,
// only where there is one), `missing` and `extra` (of lists). The question is read again for each
// answer.
Verdict judge(std::string_view input, std::string_view answer, const RuleBook& book, Rigour rigour);

// Whether two answers to a question say the same: the same steps in the same order, or the same
// list in any order, in whatever words the reader knows.
bool says_the_same(std::string_view input, std::string_view answer, std::string_view other);

}  // namespace assay::logic
