// The solver against the exact decision and the rule book, on formulas that no rule made.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/inference/decision.h"
#include "assay/inference/rule_application.h"
#include "assay/logic/notation.h"
#include "assay/tasks/logic/solver/solver.h"
#include "assay/tasks/logic/sound/wording.h"

namespace assay::logic {
namespace {

// Any literals, any operators.
class RandomFormulas {
 public:
  explicit RandomFormulas(Stream& stream) : stream_(stream) {}

  FormulaId draw(FormulaStore& store) {
    constexpr std::array<Op, 3> kScopes{Op::kNot, Op::kForAll, Op::kExists};
    constexpr std::array<Op, 5> kOps{Op::kNot, Op::kImplies, Op::kIff, Op::kAnd, Op::kOr};
    const Op scope = kScopes[stream_.below(3)];
    const Op op = kOps[stream_.below(5)];
    FormulaId id = draw_literal(store, scope);
    if (op != Op::kNot) id = store.binary(op, id, draw_literal(store, scope));
    if (op != Op::kNot && stream_.below(6) == 0) id = store.negation(id);
    return scope == Op::kNot ? id : store.quantified(scope, id);
  }

 private:
  FormulaId draw_literal(FormulaStore& store, Op scope) {
    const auto number = static_cast<std::uint32_t>(stream_.below(3));
    Argument about = kVariable;
    if (scope == Op::kNot) about = static_cast<Argument>(stream_.below(3));
    FormulaId id = store.predicate(number, about);
    if (scope == Op::kNot && about == kVariable) id = store.proposition(number);
    return stream_.below(2) == 0 ? id : store.negation(id);
  }

  Stream& stream_;
};

std::string input_of(const FormulaStore& store, const Question& question) {
  const Names names = plain_names();
  std::string input;
  append_input(input, question, {store, &names, nullptr});
  return input;
}

// What the solver thinks, also when it finds no chain.
Standing standing_of(const std::string& answer) {
  const auto says = [&](std::string_view words) { return answer.find(words) != std::string::npos; };
  if (says("contradictory")) return Standing::kContradictory;
  if (says("cannot infer")) return Standing::kOpen;
  if (says("is yes") || says("asked follows")) return Standing::kEntailed;
  return Standing::kRefuted;
}

std::string solve_or_say_why(const std::string& input) {
  try {
    return solve(input, AnswerPlace::kEnd);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(LogicRandomWitness, DecidesAsTheGeneratorDoes) {
  FormulaStore store;
  Decider decider;
  const Key key = stream_key(6, "logic");
  std::array<std::size_t, 4> standings{};
  for (std::uint64_t i = 0; i < 20000; ++i) {
    Stream stream(key, {Purpose::kUnit, i, 0, 0});
    store.clear();
    RandomFormulas formulas(stream);
    const std::size_t count = 1 + stream.below(6);
    Question question{QuestionKind::kChain, false, true, {}, kNoFormula};
    for (std::size_t k = 0; k < count; ++k) question.premises.push_back(formulas.draw(store));
    question.asked = formulas.draw(store);
    const Standing standing = decider.standing(store, question.premises, question.asked);
    const std::string input = input_of(store, question);
    const std::string answer = solve_or_say_why(input);
    EXPECT_EQ(standing_of(answer), standing) << input << "\n" << answer;
    ++standings[static_cast<std::size_t>(standing)];
  }
  for (const std::size_t count : standings) EXPECT_GT(count, 1000U);
}

TEST(LogicRandomWitness, ListsWhatTheGeneratorLists) {
  const RuleBook book;
  const Names names = plain_names();
  FormulaStore store;
  Decider decider;
  const Key key = stream_key(7, "logic");
  for (std::uint64_t i = 0; i < 20000; ++i) {
    Stream stream(key, {Purpose::kUnit, i, 0, 0});
    store.clear();
    RandomFormulas formulas(stream);
    const std::size_t count = 1 + stream.below(8);
    Question question{QuestionKind::kOneStep, false, true, {}, kNoFormula};
    for (std::size_t k = 0; k < count; ++k) question.premises.push_back(formulas.draw(store));
    Answer answer;
    one_step_inferences(book, store, question.premises, answer.steps);
    answer.outcome = answer.steps.empty() ? Outcome::kNothing : Outcome::kInferences;
    if (!decider.satisfiable(store, question.premises)) answer = {Outcome::kAnything, {}};
    std::string target;
    append_target(target, question, answer, book, {store, &names, nullptr}, AnswerPlace::kEnd);
    EXPECT_EQ(solve_or_say_why(input_of(store, question)), target);
  }
}

}  // namespace
}  // namespace assay::logic
