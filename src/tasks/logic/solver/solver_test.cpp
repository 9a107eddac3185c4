#include "assay/tasks/logic/solver/solver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/random.h"

namespace assay::logic {
namespace {

const std::string kOneStep =
    "What can be inferred from the following premises in a single inference step (ignoring "
    "inferences that add new predicates or constants)? ";

struct Case {
  std::string input;
  std::string answer;
};

std::string ask(const std::string& premises, const std::string& asked) {
  return solve("Consider the following premises. " + premises + " Can we infer " + asked +
                   " from them? If possible, name the inference rules being used at each step.",
               AnswerPlace::kBeginning);
}

TEST(LogicSolver, ReadsAsManyPremisesAsAsked) {
  const std::string input =
      "Consider the following premises. p -> q. p. r. ~r. Can we infer q from them?";
  const auto reading = [&](std::size_t premises) {
    return solve(input, AnswerPlace::kBeginning, premises);
  };
  const std::string contradictory =
      "Yes, the premises are contradictory, so we can infer anything from them.";
  EXPECT_EQ(reading(0), "No, we cannot infer that from the premises.");
  EXPECT_EQ(reading(1), "No, we cannot infer that from the premises.");
  EXPECT_EQ(reading(2), "Yes, via the following inference chain. From p -> q, p we can infer q.");
  EXPECT_EQ(reading(3), reading(2));
  EXPECT_EQ(reading(4), contradictory);
  EXPECT_EQ(reading(5), contradictory);
  // Of what only the others speak nothing is known.
  EXPECT_EQ(solve(kOneStep + "forall x: P(x). Q(a).", AnswerPlace::kEnd, 1),
            solve(kOneStep + "forall x: P(x).", AnswerPlace::kEnd));
  EXPECT_EQ(solve("Translate the following inference to logic notation: It is cloudy. James is "
                  "rich. Therefore James is rich.",
                  AnswerPlace::kEnd, 1),
            "p. Therefore q.");
}

TEST(LogicSolver, AnswersQuestionsOfThePaper) {
  const std::vector<Case> cases{
      {"Translate the following inference to logic notation: If James were rich, then Susan is "
       "playing squash. James is rich. Therefore Susan is playing squash.",
       "p -> q. p. Therefore q."},
      {kOneStep + "Name the inference rule being used: forall x_2: Q(x_2). exists x_2: P_2(x_2) -> "
                  "Q_2(x_2). forall x_2: P_2(x_2).",
       "exists x_2: Q_2(x_2) can be inferred via the existential modus ponens rule. forall x_2: "
       "Q(x_2) and P_2(x_2) can be inferred via the universal conjunction rule. forall x_2: "
       "P_2(x_2) and Q(x_2) can be inferred via the universal conjunction rule."},
      {kOneStep + "David is working if and only if it is cloudy. David is not working.",
       "If David works, then it is cloudy. If it is cloudy, then David is working. It is not "
       "cloudy."},
      {"Consider the following premises. p <-> p_2. p_2 -> ~q_2. q_2. Can we infer ~p from them? "
       "If "
       "possible, name the inference rules being used at each step.",
       "Yes, via the following inference chain. From p_2 -> ~q_2, q_2 we can infer ~p_2 via modus "
       "tollens. Finally, from p <-> p_2, ~p_2 we can infer ~p via biconditional elimination."},
      // The paper's table says yes and shows a chain to ~p.
      {"Consider the following premises. p <-> p_2. p_2 -> ~q_2. q_2. Can we infer p from them? If "
       "possible, name the inference rules being used at each step.",
       "No, we can see why via the following inference chain. From p_2 -> ~q_2, q_2 we can infer "
       "~p_2 via modus tollens. Finally, from p <-> p_2, ~p_2 we can infer ~p via biconditional "
       "elimination, which contradicts p."},
      {"Consider the following premises. There is at least one x for which if x were an astronaut, "
       "then x is climbing a mountain. For all x, if x climbs a mountain, then x is an astronaut. "
       "Can we infer the following from them? If we can, name the inference rule being used: There "
       "is at least one x for which if x were an astronaut, then x is climbing a mountain.",
       "Yes, that is one of the premises."},
      // The paper's chain takes a detour by a conjunction.
      {"Consider the following premises. forall x_3: Q_1(x_3). forall x_3: ~P_3(x_3). forall x_3: "
       "P_3(x_3) or Q_3(x_3). Can we infer exists x_3: ~Q_3(x_3) from them?",
       "No, we can see why via the following inference chain. From forall x_3: P_3(x_3) or "
       "Q_3(x_3), forall x_3: ~P_3(x_3) we can infer forall x_3: Q_3(x_3), which contradicts "
       "exists "
       "x_3: ~Q_3(x_3)."},
      {"Consider the following premises. It is not overcast. It is overcast if and only if Joseph "
       "is happy. Can we infer the following from them? If we can, name the inference rule being "
       "used: Karen is not an electrician.",
       "No, we cannot infer that from the premises."},
      {"Consider the following premises. For all x_4, x_4 is an electrician. Joseph is not an "
       "electrician. Can we infer the following from them? If we can, name the inference rule "
       "being "
       "used: Joseph is not making tea.",
       "Yes, the premises are contradictory, so we can infer anything from them."},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(solve(one.input, AnswerPlace::kBeginning), one.answer) << one.input;
  }
}

TEST(LogicSolver, PutsTheAnswerAtTheEnd) {
  const std::string premises = "Consider the following premises. p. ~p or q. Can we infer ";
  const std::vector<Case> cases{
      {"q", "From ~p or q, p we can infer q. Therefore, the answer is yes."},
      {"~q", "From ~p or q, p we can infer q, which contradicts ~q. Therefore, the answer is no."},
      {"p", "That is one of the premises. Therefore, the answer is yes."},
      {"~p", "That contradicts the premises. Therefore, the answer is no."},
      {"r", "We cannot infer that from the premises. Therefore, the answer is no."},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(solve(premises + one.input + " from them?", AnswerPlace::kEnd), one.answer);
  }
  EXPECT_EQ(
      solve("Consider the following premises. p. ~p. Can we infer q from them?", AnswerPlace::kEnd),
      "The premises are contradictory, so we can infer anything from them. Therefore, the "
      "answer is yes.");
  EXPECT_EQ(solve(kOneStep + "p -> q. q.", AnswerPlace::kEnd),
            "Nothing can be inferred from these premises.");
  EXPECT_EQ(solve(kOneStep + "p. ~p.", AnswerPlace::kEnd),
            "Since the premises are contradictory, we can infer anything from them.");
}

// Each rule once; the chain is the rule alone.
TEST(LogicSolver, KnowsTheRules) {
  const std::vector<std::array<std::string, 3>> cases{
      {"p -> q. p.", "q", "modus ponens"},
      {"p -> q. ~q.", "~p", "modus tollens"},
      {"p -> ~q. q.", "~p", "modus tollens"},
      {"p -> q. q -> r.", "p -> r", "transitivity"},
      {"p or q. ~p.", "q", "disjunctive syllogism"},
      {"p.", "p or q", "addition"},
      {"p and q.", "q", "simplification"},
      {"p. q.", "p and q", "conjunction"},
      {"p or q. ~p or r.", "q or r", "resolution"},
      {"p or ~q.", "q -> p", "rewriting"},
      {"p -> r. q -> r. p or q.", "r", "disjunction elimination"},
      {"p -> q. q -> p.", "p <-> q", "biconditional introduction"},
      {"p <-> q.", "p -> q", "biconditional elimination"},
      {"p <-> q.", "q -> p", "biconditional elimination"},
      {"p <-> q. ~p.", "~q", "biconditional elimination"},
      {"p <-> q. ~q.", "~p", "biconditional elimination"},
      {"forall x: P(x).", "P(a)", "universal instantiation"},
      {"P(a).", "exists x: P(x)", "existential generalization"},
      {"forall x: P(x) -> Q(x). forall x: P(x).", "forall x: Q(x)", "universal modus ponens"},
      {"forall x: P(x) -> Q(x). exists x: P(x).", "exists x: Q(x)", "existential modus ponens"},
      {"exists x: P(x) -> Q(x). forall x: P(x).", "exists x: Q(x)", "existential modus ponens"},
      {"forall x: P(x) -> R(x). forall x: Q(x) -> R(x). exists x: P(x) or Q(x).", "exists x: R(x)",
       "existential disjunction elimination"},
      {"exists x: P(x).", "exists x: P(x) or Q(x)", "existential addition"},
  };
  for (const auto& [premises, asked, rule] : cases) {
    const std::string answer = ask(premises, asked);
    EXPECT_TRUE(answer.starts_with("Yes, via the following inference chain. From ")) << answer;
    EXPECT_TRUE(answer.ends_with(fmt::format(" we can infer {} via {}.", asked, rule))) << answer;
    EXPECT_EQ(answer.find("Finally"), std::string::npos) << answer;
  }
}

// "All" implies "some", by way of someone the question does not mention.
TEST(LogicSolver, NamesSomeoneNew) {
  EXPECT_EQ(ask("forall x: ~P(x).", "exists x: ~P(x)"),
            "Yes, via the following inference chain. From forall x: ~P(x) we can infer ~P(a) via "
            "universal instantiation. Finally, from ~P(a) we can infer exists x: ~P(x) via "
            "existential generalization.");
  EXPECT_EQ(solve("Consider the following premises. For all x, x will sleep. Can we infer the "
                  "following from them? There is at least one x for which x will sleep.",
                  AnswerPlace::kEnd),
            "From the fact that for all x, x will sleep we can infer that James is sleeping. "
            "Finally, from the fact that James is sleeping we can infer that there is at least one "
            "x for which x will sleep. Therefore, the answer is yes.");
}

// What two constants have in common is what holds of all.
TEST(LogicSolver, DecidesAboutConstantsApart) {
  EXPECT_EQ(ask("P(a). forall x: P(x) -> Q(x).", "Q(b)"),
            "No, we cannot infer that from the premises.");
  EXPECT_EQ(ask("P(a) or P(b). forall x: ~P(x).", "q"),
            "Yes, the premises are contradictory, so we can infer anything from them.");
  EXPECT_EQ(ask("exists x: P(x). exists x: ~P(x).", "P(a)"),
            "No, we cannot infer that from the premises.");
  EXPECT_EQ(ask("exists x: P(x). forall x: P(x) -> Q(x). forall x: ~Q(x).", "q"),
            "Yes, the premises are contradictory, so we can infer anything from them.");
}

TEST(LogicSolver, SaysWhyItCannotAnswer) {
  std::string many = "p_0. ";
  for (int i = 1; i < 40; ++i) many += fmt::format("p_{}. ", i);
  std::string letters = "Translate the following inference to logic notation: ";
  for (const char* const who : {"James is poor", "Mary is rich", "Robert is happy", "John is sad",
                                "Linda is fast", "David is curious", "Susan is bored"}) {
    letters += fmt::format("{}. ", who);
  }
  const std::vector<Case> cases{
      {"What?",
       "no question: expected \"Translate\", \"What can be inferred\" or \"Consider the "
       "following\" at byte 0: \"What?\""},
      {kOneStep + "p -> (q or r).",
       "a formula has operators in one another, or mixes what is said of all and of one"},
      {kOneStep + "forall x: P(x) -> p.",
       "a formula has operators in one another, or mixes what is said of all and of one"},
      {kOneStep + many, "the question has more than 32 atoms"},
      {letters + "Therefore it is late.", "the translation needs more letters than there are"},
      {"Consider the following premises. p or q. Can we infer q or p from them?",
       "what is asked follows, but no chain of the rules was found that shows it"},
  };
  for (const Case& one : cases) {
    try {
      solve(one.input, AnswerPlace::kEnd);
      ADD_FAILURE() << one.input;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      EXPECT_EQ(std::string(error.what()), one.answer);
    }
  }
}

// Damaged questions are answered or refused; nothing else happens.
TEST(LogicSolver, AnyBytesAreSafe) {
  const std::vector<std::string> seeds{
      "Translate the following inference to logic notation: If James were rich, then Susan is "
      "playing squash. James is rich. Therefore Susan is playing squash.",
      kOneStep + "Some nurses are doctors. For all x, it is not true that x is sad or x will cook.",
      "Consider the following premises. James is sad. For all x, if x were sad, then x is cooking. "
      "Can we infer the following from them? There is at least one x for which x will cook.",
      "Consider the following premises. forall x_3: ~(P_3(x_3) or Q_3(x_3)). ~P(a). p -> q. q -> "
      "r. "
      "p. Can we infer r or P(a) from them?"};
  const Key key = stream_key(2, "bytes");
  std::size_t answered = 0;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    Stream stream(key, {Purpose::kUnit, i, 0, 0});
    std::string damaged = seeds[stream.below(seeds.size())];
    const std::string& other = seeds[stream.below(seeds.size())];
    const std::size_t at = stream.below(damaged.size());
    const std::size_t from = stream.below(other.size());
    const std::size_t erased = stream.below(12);
    const std::size_t inserted = stream.below(30);
    damaged.replace(at, erased, other.substr(from, inserted));
    try {
      solve(damaged, AnswerPlace::kEnd);
      ++answered;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput) << damaged;
    }
  }
  EXPECT_GT(answered, 50U);
}

}  // namespace
}  // namespace assay::logic
