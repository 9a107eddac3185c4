#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/logic/reader/answer_reader.h"
#include "assay/tasks/logic/reader/question_reader.h"

namespace assay::logic {
namespace {

// Symbols get letters by first appearance, so one print serves both voices.
std::string print(const QuestionText& text, FormulaId id) {
  return to_text(text.store, id, plain_names());
}

std::string print(const QuestionText& text) {
  if (!text.problem.empty()) return "problem: " + text.problem;
  std::string out = type_name(text.question) + (text.question.rule_names ? " rules" : "");
  for (const FormulaId id : text.question.premises) out += "; " + print(text, id);
  if (text.question.asked != kNoFormula) out += " |- " + print(text, text.question.asked);
  return out;
}

std::string print(const AnswerText& answer, const QuestionText& text) {
  if (answer.silent) return "silent";
  if (!answer.problem.empty()) return "problem: " + answer.problem;
  std::string out(name_of(answer.outcome));
  for (const FormulaId id : answer.premises) out += "; " + print(text, id);
  if (answer.conclusion != kNoFormula) out += " |- " + print(text, answer.conclusion);
  for (const ClaimedStep& step : answer.steps) {
    out += ';';
    for (const FormulaId id : step.premises) out += ' ' + print(text, id) + ',';
    out += " => " + print(text, step.conclusion);
    if (!step.rule.empty()) out += " [" + step.rule + ']';
  }
  if (answer.contradicted != kNoFormula) out += " against " + print(text, answer.contradicted);
  return out;
}

std::string read(std::string_view input) {
  QuestionText text;
  read_question(input, text);
  return print(text);
}

std::string read(std::string_view input, std::string_view answer) {
  QuestionText text;
  read_question(input, text);
  EXPECT_EQ(text.problem, "");
  const AnswerText found = read_answer(answer, text);
  return print(found, text);
}

const std::string kTranslation =
    "Translate the following inference to logic notation: If James were rich, then Susan is "
    "playing "
    "squash. James is rich. Therefore Susan is playing squash.";
const std::string kOneStep =
    "What can be inferred from the following premises in a single inference step (ignoring "
    "inferences that add new predicates or constants)? ";

struct QuestionCase {
  std::string input;
  std::string print;
};

TEST(LogicReader, ReadsQuestionsOfThePaper) {
  const std::vector<QuestionCase> cases{
      {kTranslation, "1; p -> q; p |- q"},
      {kOneStep + "Name the inference rule being used: forall x_2: Q(x_2). exists x_2: P_2(x_2) -> "
                  "Q_2(x_2). forall x_2: P_2(x_2).",
       "2a rules; forall x: P(x); exists x: Q(x) -> R(x); forall x: Q(x)"},
      {kOneStep + "David is working if and only if it is cloudy. David is not working.",
       "2b; p <-> q; ~p"},
      {"Consider the following premises. p <-> p_2. p_2 -> ~q_2. q_2. Can we infer p from them? If "
       "possible, name the inference rules being used at each step.",
       "3a rules; p <-> q; q -> ~r; r |- p"},
      {"Consider the following premises. There is at least one x for which if x were an astronaut, "
       "then x is climbing a mountain. For all x, if x climbs a mountain, then x is an astronaut. "
       "Can we infer the following from them? If we can, name the inference rule being used: There "
       "is at least one x for which if x were an astronaut, then x is climbing a mountain.",
       "3b rules; exists x: P(x) -> Q(x); forall x: Q(x) -> P(x) |- exists x: P(x) -> Q(x)"},
      {"Consider the following premises. forall x_3: Q_1(x_3). forall x_3: ~P_3(x_3). forall x_3: "
       "P_3(x_3) or Q_3(x_3). Can we infer exists x_3: ~Q_3(x_3) from them? ",
       "3a; forall x: P(x); forall x: ~Q(x); forall x: Q(x) or R(x) |- exists x: ~R(x)"},
      {"Consider the following premises. It is not overcast. It is overcast if and only if Joseph "
       "is happy. Can we infer the following from them? If we can, name the inference rule being "
       "used: Karen is not an electrician.",
       "3b rules; ~p; p <-> P(a) |- ~Q(b)"},
      {"Consider the following premises. For all x_4, x_4 is an electrician. Joseph is not an "
       "electrician. Can we infer the following from them? Joseph is not making tea.",
       "3b; forall x: P(x); ~P(a) |- ~Q(a)"},
  };
  for (const QuestionCase& one : cases) EXPECT_EQ(read(one.input), one.print) << one.input;
}

TEST(LogicReader, ReadsEveryFormOfAnAtom) {
  const std::vector<QuestionCase> cases{
      {"James is rich. If James were rich, then it is late. If James were not rich, then it is not "
       "late. James is not rich.",
       "2b; p; p -> q; ~p -> ~q; ~p"},
      {"Mary is going to work.",
       "problem: expected a predicate or an action at byte 144: \"going "
       "to work.\""},
      {"Mary is running. If Mary goes running, then it snows.", "2b; p; p -> q"},
      {"If Mary doesn't go running, then it is not snowing. If it snows, then Mary is running. If "
       "it "
       "doesn't snow, then Mary is not running.",
       "2b; ~p -> ~q; q -> p; ~q -> ~p"},
      {"For all x, x will go running or x is an office clerk. For all x, x will not go running.",
       "2b; forall x: P(x) or Q(x); forall x: ~P(x)"},
      {"There is at least one x for which it will snow. It will not be sunny or it is sunny.",
       "2b; exists x: p; ~q or q"},
      {"Some nurses are doctors. Some poets will not make tea. Some sailors will sleep.",
       "2b; exists x: P(x) and Q(x); exists x: R(x) and ~S(x); exists x: T(x) and U(x)"},
      {"It is not true that James is rich or it is late.", "2b; ~(p or q)"},
      {"For all x, it is not true that if x were sad, then x is not sleeping.",
       "2b; forall x: ~(P(x) -> ~Q(x))"},
  };
  for (const QuestionCase& one : cases) {
    EXPECT_EQ(read(kOneStep + one.input), one.print) << one.input;
  }
}

TEST(LogicReader, ReadsNegatedCompoundsOfThePublishedEdition) {
  const std::vector<QuestionCase> cases{
      {"The fact that it snows does not imply that Mary is sad.", "2b; ~(p -> q)"},
      {"Neither it is snowing nor Mary is sad.", "2b; ~(p or q)"},
      {"Either it is snowing or Mary is sad are not true.", "2b; ~(p and q)"},
      {"If is not true that it is snowing if and only if Mary is sad.", "2b; ~(p <-> q)"},
      {"There is at least one y_2 for which neither z is sad nor z will sleep.",
       "2b; exists x: ~(P(x) or Q(x))"},
  };
  for (const QuestionCase& one : cases) EXPECT_EQ(read(kOneStep + one.input), one.print);
}

// The same name with two phrases, or the same phrase twice: then it is said of somebody.
TEST(LogicReader, TellsPropositionsFromPredicates) {
  const std::vector<QuestionCase> cases{
      {"James is rich. Mary is poor.", "2b; p; q"},
      {"James is rich. James is poor.", "2b; P(a); Q(a)"},
      {"James is rich. Mary is rich.", "2b; P(a); P(b)"},
      {"James is rich. For all x, x is rich.", "2b; P(a); forall x: P(x)"},
      {"James is rich. Mary is poor. Mary is sad. It is late.", "2b; p; P(a); Q(a); q"},
  };
  for (const QuestionCase& one : cases) EXPECT_EQ(read(kOneStep + one.input), one.print);
  // In chains nothing hangs on it, and someone may be said to be rich.
  EXPECT_EQ(read("Consider the following premises. James is rich. Can we infer the following from "
                 "them? Mary is poor."),
            "3b; P(a) |- Q(b)");
}

TEST(LogicReader, SaysWhatIsWrongWithQuestions) {
  const std::vector<QuestionCase> cases{
      {"",
       "expected \"Translate\", \"What can be inferred\" or \"Consider the following\" at the "
       "end"},
      {"Hello",
       "expected \"Translate\", \"What can be inferred\" or \"Consider the following\" at "
       "byte 0: \"Hello\""},
      {"Consider the following premises. ",
       "expected a proposition, a predicate, \"~\" or \"(\" where the text ends (formula at byte "
       "33)"},
      {"Consider the following premises. p -> . Can we infer p from them?",
       "expected a proposition, a predicate, \"~\" or \"(\" where the text ends (formula at byte "
       "33)"},
      {"Consider the following premises. p. q", "expected \".\" at the end"},
      {"Consider the following premises. p. q.", "expected \"Can we infer \" at the end"},
      {"Consider the following premises. p. Can we infer q?",
       "expected a formula and \" from them?\" at byte 49: \"q?\""},
      {"Consider the following premises. p. Can we infer q from them? Please.",
       "expected the end at byte 62: \"Please.\""},
      {"Consider the following premises. James is rich. Can we infer Mary is poor from them?",
       "expected \"the following from them? \" at byte 61: \"Mary is poor from them?\""},
      {"Consider the following premises. James is tall. Can we infer the following from them?",
       "expected a predicate or an action at byte 42: \"tall. Can we infer the followi\""},
      {"Consider the following premises. Peter is rich.",
       "expected a name or \"it\" at byte 33: \"Peter is rich.\""},
      {"Consider the following premises. If James is rich and Mary is poor, it is late.",
       "expected \", then \" at byte 49: \" and Mary is poor, it is late.\""},
      {"Consider the following premises. For all people, they work.",
       "expected a variable (x, y, z) at byte 41: \"people, they work.\""},
      {"Consider the following premises. Some artists are poets.",
       "expected the plural of a noun at byte 38: \"artists are poets.\""},
      {"Translate the following inference to logic notation: It is late.",
       "expected \"Therefore \" at the end"},
      {"Translate the following inference to logic notation: It is\x01 late. Therefore it is cold.",
       "expected what \"it\" is or does at byte 56: \"is\\x01 late. Therefore it is cold\""},
      {std::string(kLongestText + 1, 'a'), "the text has more than 20,000 bytes"},
  };
  for (const QuestionCase& one : cases) {
    EXPECT_EQ(read(one.input), "problem: " + one.print) << one.input.substr(0, 200);
  }
  std::string many = kOneStep;
  for (std::size_t i = 0; i <= kMostFormulas; ++i) many += "p. ";
  EXPECT_EQ(read(many), "problem: there are more than 500 premises");
}

struct AnswerCase {
  std::string answer;
  std::string print;
};

TEST(LogicReader, ReadsAnswersInNotation) {
  const std::string input =
      "Consider the following premises. p -> q. q -> r. p. Can we infer r from them?";
  const std::vector<AnswerCase> cases{
      {"", "silent"},
      {" \n", "silent"},
      {"From p -> q, p we can infer q. Finally, from q -> r, q we can infer r. Therefore, the "
       "answer "
       "is yes.",
       "yes; p -> q, p, => q; q -> r, q, => r"},
      {"Yes, via the following inference chain. From p -> q, q -> r we can infer p -> r via "
       "transitivity. Finally, from p -> r, p we can infer r via modus ponens.",
       "yes; p -> q, q -> r, => p -> r [transitivity]; p -> r, p, => r [modus ponens]"},
      {"That is one of the premises. Therefore, the answer is yes.", "premise"},
      {"Yes, that is one of the premises.", "premise"},
      {"That contradicts the premises. Therefore the answer is no.", "refuted"},
      {"No, that contradicts the premises.", "refuted"},
      {"We cannot infer that from the premises. Therefore, the answer is no.", "open"},
      {"No, we cannot infer that from the premises.", "open"},
      {"The premises are contradictory and we can infer anything from them. Therefore, the answer "
       "is yes.",
       "anything"},
      {"Yes, the premises are contradictory, so we can infer anything from them.", "anything"},
      {" From p -> q, p we can infer q, which contradicts ~q. Therefore, the answer is no.",
       "refuted-later; p -> q, p, => q against ~q"},
      {"No, we can see why via the following inference chain. From p -> q, p we can infer q via "
       "modus ponens, which contradicts ~q.",
       "refuted-later; p -> q, p, => q [modus ponens] against ~q"},
      {"Yes.", "yes"},
      {"We can infer r via the modus ponens rule. Therefore, the answer is yes.",
       "yes; => r [modus ponens]"},
      {"Yes, we can infer r via the modus ponens rule.", "yes; => r [modus ponens]"},
      {"From p we can infer p or u_7. Therefore, the answer is yes. Notice, however, that the "
       "premises were contradictory, so we can infer anything from them.",
       "anything; p, => p or s"},
      {"Yes, the premises are contradictory, so we can infer anything from them. For example via "
       "the following inference chain. From p we can infer p or q.",
       "anything; p, => p or q"},
      {"From w, U(b) we can infer exists x: U(x). Therefore, the answer is yes.",
       "yes; s, P(a), => exists x: P(x)"},
  };
  for (const AnswerCase& one : cases) EXPECT_EQ(read(input, one.answer), one.print) << one.answer;
}

TEST(LogicReader, ReadsAnswersInEnglish) {
  const std::string input =
      "Consider the following premises. If James were rich, then it is late. James is rich. For "
      "all x, x will sleep. Can we infer the following from them? It is late.";
  const std::vector<AnswerCase> cases{
      {"From the fact that if James were rich, then it is late, and that James is rich we can "
       "infer "
       "that it is late via modus ponens. Therefore, the answer is yes.",
       "yes; P(a) -> p, P(a), => p [modus ponens]"},
      {"We can infer this via the modus ponens rule. Therefore, the answer is yes.",
       "yes; => p [modus ponens]"},
      {"Yes, via the following inference chain. From the fact that James is rich, that it is not "
       "late, and that Karen is poor we can infer that James is sleeping.",
       "yes; P(a), ~p, R(b), => Q(a)"},
      {"From the fact that for all x, x will sleep we can infer that there is at least one x for "
       "which x will sleep, which contradicts that It is late. Therefore, the answer is no.",
       "refuted-later; forall x: Q(x), => exists x: Q(x) against p"},
      {"From the fact that the fact that it is late does not imply that James is rich we can infer "
       "that it is not true that it is late or James is rich. Therefore, the answer is yes.",
       "yes; ~(p -> P(a)), => ~(p or P(a))"},
  };
  for (const AnswerCase& one : cases) EXPECT_EQ(read(input, one.answer), one.print) << one.answer;
}

TEST(LogicReader, ReadsListsAndTranslations) {
  const std::string notation = kOneStep + "p <-> q. ~p.";
  EXPECT_EQ(read(notation, "p -> q can be inferred via the biconditional elimination rule. ~q."),
            "inferences; => p -> q [biconditional elimination]; => ~q");
  EXPECT_EQ(read(notation, "Nothing can be inferred from these premises."), "nothing");
  EXPECT_EQ(
      read(notation, "Since the premises are contradictory, we can infer anything from them."),
      "anything");
  const std::string english =
      kOneStep + "David is working if and only if it is cloudy. David is not working.";
  EXPECT_EQ(read(english,
                 "If David works, then it is cloudy. If it is cloudy, then David is "
                 "working. It is not cloudy."),
            "inferences; => p -> q; => q -> p; => ~q");
  // What the question does not have can be read, and is not what the question has.
  EXPECT_EQ(read(english, "There is at least one x for which x will work. Karen is working."),
            "inferences; => exists x: P(x); => r");
  EXPECT_EQ(read(kTranslation, "p -> q. p. Therefore q."), "translation; p -> q; p |- q");
  EXPECT_EQ(read(kTranslation, "q -> p. forall z: R(z). Therefore p."),
            "translation; q -> p; forall x: R(x) |- p");
}

TEST(LogicReader, SaysWhatIsWrongWithAnswers) {
  const std::string input = "Consider the following premises. p -> q. p. Can we infer q from them?";
  const std::vector<AnswerCase> cases{
      {"Maybe.", "expected a step or a statement at byte 0: \"Maybe.\""},
      {"Yes", "expected \".\" or \", \" at the end"},
      {"No.", "the answer is no, but it does not say why"},
      {"From p -> q, p we can infer q.",
       "expected \"Therefore, the answer is yes.\" or \"... no.\" at the end"},
      {"From p -> q, p we can conclude q. Therefore, the answer is yes.",
       "expected the end at \"we can conclude q\" (formula at byte 13)"},
      {"From p -> q, p we can infer q via. Therefore, the answer is yes.",
       "expected the end at \"via\" (formula at byte 28)"},
      {"From p -> q, p we can infer q via Modus Ponens. Therefore, the answer is yes.",
       "expected the name of a rule at byte 34: \"Modus Ponens. Therefore, the a\""},
      {"From p -> q, p we can infer q. Therefore, the answer is maybe.",
       "expected \"yes.\" or \"no.\" at byte 56: \"maybe.\""},
      {"Yes, that is one of the premises. Therefore, the answer is no.",
       "the answer is both yes and no"},
      {"That is one of the premises. Therefore, the answer is no.",
       "\"That is one of the premises\" does not go with no"},
      {"No, that contradicts the premises. We cannot infer that from the premises.",
       "the answer says both \"That contradicts the premises\" and \"We cannot infer that from the "
       "premises\""},
      {"Yes, that is one of the premises. From p we can infer p.",
       "\"That is one of the premises\" needs no chain"},
      {"Yes, via the following inference chain. From p we can infer p, which contradicts ~p.",
       "the chain contradicts something, but the answer is yes"},
      {"From p we can infer p, which contradicts ~p. From p we can infer p.",
       "there is a step behind the one that contradicts something"},
      {"Yes, that is one of the premises. Therefore, the answer is yes. Thank you.",
       "expected the end at byte 64: \"Thank you.\""},
  };
  for (const AnswerCase& one : cases) {
    EXPECT_EQ(read(input, one.answer), "problem: " + one.print) << one.answer;
  }
}

// Texts with bytes changed, cut and repeated are read or described in one line.
TEST(LogicReader, AnyBytesAreSafe) {
  std::vector<std::string> seeds{kTranslation};
  seeds.push_back(
      kOneStep +
      "Some nurses are doctors. For all x, it is not true that x is sad or x will cook.");
  seeds.emplace_back(
      "Consider the following premises. forall x_3: ~(P_3(x_3) or Q_3(x_3)). ~P(a). Can we infer "
      "exists x_3: ~Q_3(x_3) from them? ");
  seeds.emplace_back(
      "No, we can see why via the following inference chain. From p -> q, p we can infer q via "
      "modus ponens, which contradicts ~q. Therefore, the answer is no.");
  seeds.emplace_back(
      "From the fact that if James were rich, then it is late, and that James is rich we can infer "
      "that it is late via modus ponens. Therefore, the answer is yes.");
  QuestionText asked;
  QuestionText text;
  const Key key = stream_key(1, "bytes");
  for (std::uint64_t i = 0; i < 20000; ++i) {
    Stream stream(key, {Purpose::kUnit, i, 0, 0});
    std::string damaged = seeds[stream.below(seeds.size())];
    const std::size_t changes = stream.below(4);
    for (std::size_t k = 0; k < changes; ++k) {
      const std::size_t at = stream.below(damaged.size());
      const std::size_t kind = stream.below(4);
      if (kind == 0) damaged[at] = static_cast<char>(stream.below(256));
      if (kind == 1) damaged.erase(at, stream.below(20));
      if (kind == 2) damaged.insert(at, damaged.substr(0, stream.below(60)));
      if (kind == 3) damaged.resize(at);
      if (damaged.empty()) break;
    }
    read_question(damaged, text);
    EXPECT_EQ(text.problem.find('\n'), std::string::npos);
    read_question(seeds[stream.below(3)], asked);
    ASSERT_EQ(asked.problem, "");
    const AnswerText answer = read_answer(damaged, asked);
    EXPECT_EQ(answer.problem.find('\n'), std::string::npos);
    EXPECT_LT(answer.problem.size(), 300U);
  }
}

}  // namespace
}  // namespace assay::logic
