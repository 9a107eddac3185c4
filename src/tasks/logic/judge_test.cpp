#include "assay/tasks/logic/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "assay/tasks/logic/sound/example_maker.h"
#include "assay/tasks/logic/sound/problem.h"

namespace assay::logic {
namespace {

double mark(const Verdict& verdict, const std::string& name) {
  for (const auto& [known, value] : verdict.marks) {
    if (known == name) return value;
  }
  return -1;
}

constexpr std::string_view kPonens =
    "Consider the following premises. p -> q. p. q -> r. Can we infer r from them? If possible, "
    "name "
    "the inference rules being used at each step.";

TEST(LogicJudge, WorkedExamples) {
  const RuleBook book;
  struct Case {
    std::string_view answer;
    Status status;
    std::string_view why;
    double first_wrong;
  };
  const std::vector<Case> cases{
      {"From p -> q, p we can infer q via modus ponens. Finally, from q -> r, q we can infer r via "
       "modus ponens. Therefore, the answer is yes.",
       Status::kRight, "", -1},
      {"Yes, via the following inference chain. From p -> q, q -> r we can infer p -> r via "
       "transitivity. Finally, from p, p -> r we can infer r via modus ponens.",
       Status::kRight, "", -1},
      {"\n From p -> q, p we can infer q via modus ponens.\nFinally, from q -> r, q we can infer r "
       "via "
       "modus ponens.\r\n\tTherefore, the answer is yes.\n",
       Status::kRight, "", -1},
      {"From q -> r, q we can infer r via modus ponens. Therefore, the answer is yes.",
       Status::kWrong, "step 1: its premise 2 is neither given nor concluded before", 1},
      {"From p -> q, p we can infer q via modus tollens. Finally, from q -> r, q we can infer r "
       "via "
       "modus ponens. Therefore, the answer is yes.",
       Status::kWrong, "step 1: the rule modus tollens does not lead there", 1},
      {"From p -> q, p we can infer q via magic. Finally, from q -> r, q we can infer r via modus "
       "ponens. Therefore, the answer is yes.",
       Status::kWrong, "step 1: there is no rule \"magic\"", 1},
      {"From p -> q, p we can infer q via modus ponens. Therefore, the answer is yes.",
       Status::kWrong, "the chain ends in something else", -1},
      {"We cannot infer that from the premises. Therefore, the answer is no.", Status::kWrong,
       "the answer is yes: it follows from the premises", -1},
      {"", Status::kNoAnswer, "the answer is empty", -1},
  };
  for (const Case& c : cases) {
    const Verdict verdict = judge(kPonens, c.answer, book, Rigour::kChains);
    EXPECT_EQ(verdict.status, c.status) << c.answer << '\n' << verdict.why;
    EXPECT_EQ(verdict.why, c.why) << c.answer;
    EXPECT_EQ(mark(verdict, "first_wrong_step"), c.first_wrong) << c.answer;
  }
  const Verdict foreign = judge(kPonens, "I like trains.", book, Rigour::kChains);
  EXPECT_EQ(foreign.status, Status::kUnparsable);
}

TEST(LogicJudge, ListsMayComeInAnyOrderButMustBeComplete) {
  const RuleBook book;
  constexpr std::string_view kInput =
      "What can be inferred from the following premises in a single inference step (ignoring "
      "inferences that add new predicates or constants)? p. q.";
  EXPECT_EQ(judge(kInput, "q and p. p and q.", book, Rigour::kChains).status, Status::kRight);
  const Verdict missing = judge(kInput, "q and p.", book, Rigour::kChains);
  EXPECT_EQ(missing.why, "1 inference is missing");
  const Verdict extra = judge(kInput, "q and p. p and q. p or q.", book, Rigour::kChains);
  EXPECT_EQ(extra.why, "inference 3 does not follow in one step");
  EXPECT_EQ(mark(extra, "first_wrong_step"), 3);
}

TEST(LogicJudge, AStepThatNamesOnlyItsRuleFindsItsPremises) {
  const RuleBook book;
  constexpr std::string_view kInput =
      "Consider the following premises. r. p -> q. p. Can we infer q from them? If possible, name "
      "the inference rules being used at each step.";
  constexpr std::string_view kRight =
      "We can infer q via the modus ponens rule. Therefore, the answer is yes.";
  constexpr std::string_view kWrong =
      "We can infer q via the modus tollens rule. Therefore, the answer is yes.";
  EXPECT_EQ(judge(kInput, kRight, book, Rigour::kAnswersAlone).why, "");
  EXPECT_EQ(judge(kInput, kWrong, book, Rigour::kAnswersAlone).why,
            "step 1: the rule modus tollens does not lead there");
}

TEST(LogicJudge, SayingTheSame) {
  constexpr std::string_view kList =
      "What can be inferred from the following premises in a single inference step (ignoring "
      "inferences that add new predicates or constants)? p. q.";
  EXPECT_TRUE(says_the_same(kList, "q and p. p and q.", "p and q. q and p."));
  EXPECT_FALSE(says_the_same(kList, "q and p.", "p and q. q and p."));
  EXPECT_TRUE(says_the_same(kList, "anything at all", "anything at all"));
  EXPECT_FALSE(says_the_same(kList, "", "p and q."));
  constexpr std::string_view kEnd =
      "From p -> q, p we can infer q via modus ponens. Finally, from q -> r, q we can infer r via "
      "modus ponens. Therefore, the answer is yes.";
  constexpr std::string_view kBeginning =
      "Yes, via the following inference chain. From p -> q, p we can infer q via modus ponens. "
      "Finally, from q -> r, q we can infer r via modus ponens.";
  constexpr std::string_view kOther =
      "Yes, via the following inference chain. From p -> q, q -> r we can infer p -> r via "
      "transitivity. Finally, from p, p -> r we can infer r via modus ponens.";
  EXPECT_TRUE(says_the_same(kPonens, kEnd, kBeginning));
  EXPECT_FALSE(says_the_same(kPonens, kEnd, kOther));
}

TEST(LogicJudge, TranslationsMayHaveOtherNames) {
  const RuleBook book;
  constexpr std::string_view kInput =
      "Translate the following inference to logic notation: If it rains, then it is late. It is "
      "raining. Therefore it is late.";
  EXPECT_EQ(judge(kInput, "p -> q. p. Therefore q.", book, Rigour::kChains).status, Status::kRight);
  EXPECT_EQ(judge(kInput, "s -> r. s. Therefore r.", book, Rigour::kChains).status, Status::kRight);
  EXPECT_EQ(judge(kInput, "p -> q. q. Therefore q.", book, Rigour::kChains).why,
            "premise 2 says something else");
  EXPECT_EQ(judge(kInput, "p -> q. p. Therefore p.", book, Rigour::kChains).why,
            "the conclusion says something else");
}

// Questions as the generator makes them, with what damages their answers in a known place.
class LogicJudgeOfMade : public testing::Test {
 protected:
  template <typename Visit>
  void each(std::uint64_t count, AnswerPlace place, const Visit& visit) {
    const ProblemMaker problems(book_, {5, 15, 25, 30, 15, 10}, 50);
    const ExampleMaker examples(book_, place);
    const Key key = stream_key(9, "logic");
    for (std::uint64_t unit = 0; unit < count; ++unit) {
      Stream first(key, {Purpose::kUnit, unit, 0, 0});
      ASSERT_TRUE(problems.make(first, 1, shop_, problem_));
      for (std::uint32_t item = 0; item < 3; ++item) {
        Stream stream(key, {Purpose::kItem, unit, item, 0});
        if (!examples.make(stream, shop_, problem_, made_)) continue;
        visit();
        if (HasFailure()) FAIL() << made_.input << '\n' << made_.target;
      }
    }
  }

  std::string rewritten(const Answer& answer) {
    std::string text;
    const Voice voice{shop_.store, made_.question.english ? nullptr : &made_.names,
                      made_.question.english ? &made_.phrases : nullptr};
    append_target(text, made_.question, answer, book_, voice, AnswerPlace::kEnd);
    return text;
  }

  RuleBook book_;
  Workshop shop_;
  Problem problem_;
  MadeQuestion made_;
};

TEST_F(LogicJudgeOfMade, AllTargetsAreRight) {
  for (const AnswerPlace place : {AnswerPlace::kEnd, AnswerPlace::kBeginning}) {
    each(1'500, place, [&] {
      const Verdict verdict = judge(made_.input, made_.target, book_, Rigour::kChains);
      EXPECT_EQ(verdict.status, Status::kRight) << verdict.why;
    });
  }
}

TEST_F(LogicJudgeOfMade, NamesTheFirstStepThatFails) {
  std::size_t dropped = 0;
  std::size_t turned = 0;
  each(3'000, AnswerPlace::kEnd, [&] {
    const auto& steps = made_.answer.steps;
    if (made_.question.kind != QuestionKind::kChain || steps.size() < 2) return;
    for (std::size_t k = 0; k + 1 < steps.size(); ++k) {
      // Without step k the first one that used it has nothing to stand on.
      Answer answer = made_.answer;
      answer.steps.erase(answer.steps.begin() + static_cast<std::ptrdiff_t>(k));
      std::size_t user = k;
      while (!std::count(answer.steps[user].used().begin(), answer.steps[user].used().end(),
                         steps[k].conclusion)) {
        ++user;
      }
      Verdict verdict = judge(made_.input, rewritten(answer), book_, Rigour::kChains);
      EXPECT_EQ(verdict.status, Status::kWrong);
      EXPECT_EQ(mark(verdict, "first_wrong_step"), static_cast<double>(user + 1)) << verdict.why;
      EXPECT_EQ(mark(verdict, "final"), 1);
      ++dropped;
      // What a step concludes is turned into its opposite.
      answer = made_.answer;
      answer.steps[k].conclusion = shop_.store.complement(answer.steps[k].conclusion);
      if (is_quantifier(shop_.store[steps[k].conclusion].op)) continue;  // said in no sentence
      verdict = judge(made_.input, rewritten(answer), book_, Rigour::kChains);
      EXPECT_EQ(mark(verdict, "first_wrong_step"), static_cast<double>(k + 1)) << verdict.why;
      ++turned;
    }
  });
  EXPECT_GT(dropped, 1'000U);
  EXPECT_GT(turned, 300U);
}

TEST_F(LogicJudgeOfMade, KnowsARightAnswerWithoutAChain) {
  each(500, AnswerPlace::kEnd, [&] {
    if (made_.answer.outcome != Outcome::kYes) return;
    const Verdict bare = judge(made_.input, "Yes.", book_, Rigour::kChains);
    EXPECT_EQ(bare.status, Status::kWrong);
    EXPECT_EQ(mark(bare, "final"), 1);
    EXPECT_EQ(judge(made_.input, "Yes.", book_, Rigour::kAnswersAlone).status, Status::kRight);
  });
}

}  // namespace
}  // namespace assay::logic
