#include "assay/tasks/logic/text_reader.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/inference/rule_application.h"
#include "assay/tasks/logic/reader/answer_reader.h"
#include "assay/tasks/logic/reader/question_reader.h"
#include "assay/tasks/logic/row.h"
#include "assay/tasks/logic/solver/solver.h"

namespace assay::logic {

namespace {

// A step as it is shown, with the first rule that licenses it: of the name it has, if any.
Step licensed(const ClaimedStep& shown, const RuleBook& book, FormulaStore& store) {
  Step step;
  ASSAY_CHECK(shown.premises.size() <= Step::kMostPremises);
  step.premise_count = static_cast<std::uint32_t>(shown.premises.size());
  std::copy(shown.premises.begin(), shown.premises.end(), step.premises.begin());
  step.conclusion = shown.conclusion;
  const bool found =
      shown.rule.empty()
          ? find_rule(book, store, step.used(), step.conclusion, step.rule)
          : find_rule(book, shown.rule, store, step.used(), step.conclusion, step.rule);
  ASSAY_CHECK(found);
  return step;
}

// What an answer of the solver says. A list leaves out what its inferences come from, but one step
// from the premises is soon made again.
Answer answer_of(const AnswerText& shown, const RuleBook& book, QuestionText& text) {
  Answer answer{shown.outcome, {}};
  if (shown.outcome == Outcome::kInferences) {
    one_step_inferences(book, text.store, text.question.premises, answer.steps);
  } else {
    for (const ClaimedStep& step : shown.steps) {
      answer.steps.push_back(licensed(step, book, text.store));
    }
  }
  return answer;
}

// The question as columns have it: in English, facts that nothing else is said of are propositions.
Question in_columns(QuestionText& text) {
  Question question = text.question;
  if (!question.english) return question;
  std::vector<FormulaId> shown = question.premises;
  if (question.asked != kNoFormula) shown.push_back(question.asked);
  isolate_facts(text.store, shown);
  if (question.asked != kNoFormula) {
    question.asked = shown.back();
    shown.pop_back();
  }
  question.premises = std::move(shown);
  return question;
}

}  // namespace

std::vector<std::string> LogicReader::readings(std::string_view input) const {
  return {solve(input, place_)};
}

void LogicReader::derive(std::string_view input, Example& out) const {
  const std::string target = solve(input, place_);
  QuestionText text;
  read_question(input, text);
  reset(out, logic_schema());
  out.fields[kInputField] = std::string(input);
  out.fields[kTargetField] = target;
  write_formulas(text.store, in_columns(text), text.names, out);
  const AnswerText shown = read_answer(target, text);
  ASSAY_CHECK(shown.problem.empty());
  const Answer answer = answer_of(shown, book_, text);
  write_answer(book_, text.question, answer, out);
  derivations_.write(text.store, text.question, answer, out.rules);
}

}  // namespace assay::logic
