#include "assay/tasks/cscan/solver/solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "assay/base/error.h"
#include "assay/tasks/cscan/solver/context_maker_testing.h"
#include "assay/tasks/cscan/solver/own_spaces_testing.h"
#include "assay/tasks/cscan/solver/paper_contexts_testing.h"

namespace assay::cscan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kMonotonic = " (Reasoning: Monotonic)";
constexpr std::string_view kDefeasible = " (Reasoning: Defeasible)";

const Solver& base_solver() {
  static const Solver kSolver(read_rule_space("b"));
  return kSolver;
}

// The reply with M or D behind it.
std::string ask(std::string_view context, const std::string& request) {
  std::string answer = base_solver().solve(request + "\n" + std::string(context));
  for (const std::string_view ending : {kMonotonic, kDefeasible}) {
    if (!answer.ends_with(ending)) continue;
    answer.resize(answer.size() - ending.size());
    return answer + (ending == kMonotonic ? " M" : " D");
  }
  return "malformed: " + answer;
}

std::vector<std::string> induced(std::string_view context) {
  std::vector<std::string> rules;
  for (const auto& [rule, support] : base_solver().induce(context)) {
    rules.push_back(std::to_string(support) + ": " + rule);
  }
  return rules;
}

TEST(Solver, AgreesWithThePaperOnWhatCanBeDeduced) {
  EXPECT_EQ(ask(kFigure7, "jump around left twice"), "JUMP PURPLE JUMP M");  // E1
  EXPECT_EQ(ask(kFigure7, "walk around right after run opposite left twice"),
            "LTURN LTURN PURPLE RUN GREEN RUN LTURN LTURN PURPLE RUN GREEN RUN M");  // E2
  EXPECT_EQ(ask(kFigure7, "run left and jump around right twice"),
            "JUMP GREEN JUMP JUMP GREEN JUMP LTURN LTURN PURPLE M");           // E3
  EXPECT_EQ(ask(kFigure7, "[x1 opposite left] = [x1] [x1] PURPLE"), "1 M");    // E4
  EXPECT_EQ(ask(kFigure7, "[x1 around x2 twice] = [x1] [x2] [x1]"), "1 M");    // E5
  EXPECT_EQ(ask(kFigure7, "[look left] = WHITE WHITE PURPLE"), "1 M");         // E6
  EXPECT_EQ(ask(kFigure7, "[run around x1] = LTURN [x1] [x1] LTURN"), "0 M");  // E7
  EXPECT_EQ(ask(kFigure7, "[look] = WHITE YELLOW"), "0 M");                    // E8
  EXPECT_EQ(ask(kFigure7, "[x1 thrice] = [x1] [x1]"), "0 M");                  // E9
}

TEST(Solver, AgreesWithThePaperOnWhatIsInduced) {
  EXPECT_EQ(ask(kFigure7, "run right and look around right"),
            "WHITE GREEN WHITE WHITE GREEN WHITE LTURN LTURN GREEN D");  // E11
  EXPECT_EQ(ask(kFigure7, "look left twice after look"),
            "WHITE WHITE WHITE PURPLE WHITE WHITE WHITE PURPLE D");                   // E12
  EXPECT_EQ(ask(kFigure7, "run left thrice"), "? D");                                 // E13
  EXPECT_EQ(ask(kFigure7, "run opposite right and jump around left thrice"), "? D");  // E14
  EXPECT_EQ(ask(kFigure7, "[look] = WHITE"), "1 D");                                  // E16
  EXPECT_EQ(ask(kFigure7, "[look around x1] = WHITE [x1] WHITE"), "1 D");             // E17
  EXPECT_EQ(ask(kFigure7, "[look opposite x1 thrice] = WHITE WHITE"), "0 D");         // E19
}

// Here the axioms of appendix D say otherwise than the labels of Figure 8.
TEST(Solver, DepartsFromThePaperWhereItsAxiomsDo) {
  // E10, printed D: C13 tells "look opposite", C1 "left" and C10 "twice". Nothing is induced.
  EXPECT_EQ(ask(kFigure7, "look opposite left twice"), "WHITE WHITE PURPLE M");
  // E15, printed "?": "around right thrice" is told by C14, and the rest is told as well.
  EXPECT_EQ(ask(kFigure7, "walk around right thrice after turn around left twice"),
            "YELLOW PURPLE YELLOW RUN GREEN RUN RUN GREEN RUN RUN GREEN RUN "
            "YELLOW PURPLE YELLOW RUN GREEN RUN RUN GREEN RUN RUN GREEN RUN M");
  // E18, printed 1 and D: C18 puts the second phrase first, this rule the first; and "x1 twice and
  // x2 opposite right thrice", which C15 and C18 tell, has no place for both.
  EXPECT_EQ(ask(kFigure7, "[x1 and x2 thrice] = [x1] [x2] [x2] [x1]"), "0 M");
  // E20, printed "?": "walk thrice" in C16 is said once, not three times.
  EXPECT_EQ(ask(kFigure7, "[x1 thrice] = [x1] [x1] [x1]"), "0 M");
  // E21, printed "?": C16 itself is what this rule gets wrong.
  EXPECT_EQ(ask(kFigure7, "[x1 after x2 thrice] = [x2] [x2] [x2] [x1] [x2] [x2] [x2] [x1]"), "0 M");
  // E22, printed "?": put C14 into C17, and there is no YELLOW.
  EXPECT_EQ(ask(kFigure7,
                "[x1 around x2 thrice and x3 twice] = [x3] [x3] [x1] [x2] [x1] YELLOW [x1] [x2] "
                "[x1]"),
            "0 M");
}

TEST(Solver, InducesWhatThePaperSays) {
  EXPECT_THAT(induced(kFigure7),
              ElementsAre("4: [x1 and x2] = [x2] [x2] [x1]", "4: [look] = WHITE"));
  EXPECT_THAT(induced(kAppendixO),
              ElementsAre("4: [x1 and x2] = [x1] [x2]", "9: [x1 thrice] = [x1]",
                          "7: [x1 x2] = [x1] [x2] [x2]", "4: [run] = JUMP", "8: [look] = PINK",
                          "7: [right] = RTURN"));
  EXPECT_THAT(induced(kAppendixP1), IsEmpty());
  EXPECT_THAT(induced(kAppendixP2),
              ElementsAre("7: [x1 opposite x2] = [x2] [x1]", "7: [right] = GREEN"));
  EXPECT_THAT(induced(kAppendixP3), ElementsAre("6: [x1 x2] = [x2] [x1]", "5: [walk] = WHITE",
                                                "4: [turn] = RUN", "5: [right] = YELLOW"));
  EXPECT_THAT(induced(kAppendixP4), ElementsAre("4: [x1 x2] = [x2] [x2] [x1] [x1]"));
  EXPECT_THAT(induced(kAppendixP5),
              ElementsAre("6: [x1 and x2] = [x2] [x1] [x1] [x2]", "6: [run] = BLACK",
                          "4: [jump] = BLUE", "5: [turn] = RUN"));
}

TEST(Solver, AnswersTheExampleOfAppendixO) {
  EXPECT_EQ(base_solver().solve("turn opposite left and jump around left twice\n" +
                                std::string(kAppendixO)),
            "YELLOW PURPLE PURPLE PINK PURPLE PURPLE RUN RUN PURPLE PURPLE RUN RUN "
            "(Reasoning: Defeasible)");
}

TEST(Solver, AnswersTheExamplesOfAppendixP) {
  EXPECT_EQ(ask(kAppendixP1, "[run left after turn right] = LOOK WALK WHITE WHITE PINK LOOK WALK"),
            "0 M");
  EXPECT_EQ(ask(kAppendixP2, "[run and run around right thrice] = PURPLE"), "1 M");
  // Printed "?", because "jump" is not shown well. But "jump opposite left" is told, and "turn" and
  // "right" are shown by four things and five.
  EXPECT_EQ(ask(kAppendixP3, "turn around right thrice and jump opposite left thrice"),
            "RUN YELLOW YELLOW RUN YELLOW YELLOW YELLOW BLUE BLUE YELLOW BLUE BLUE "
            "RUN YELLOW YELLOW RUN YELLOW YELLOW D");
  // That context gives this command two values: its own line, and what its rules say.
  EXPECT_EQ(ask(kAppendixP3, "jump opposite left thrice and turn left thrice"), "? D");
  // The print breaks off after eight actions; its commentary has more.
  EXPECT_EQ(ask(kAppendixP4, "turn opposite left after turn around left thrice"),
            "RED YELLOW YELLOW RED RED YELLOW YELLOW RED YELLOW RED YELLOW RED YELLOW RED YELLOW "
            "RED YELLOW RED YELLOW RED YELLOW RED YELLOW RED M");
  const std::string left = "[x1 around left and x2 opposite right twice] = LOOK LOOK [x2] ";
  EXPECT_EQ(ask(kAppendixP5, left + "[x1] [x1] GREEN [x1] [x1] BLUE LOOK LOOK [x2]"), "0 D");
  EXPECT_EQ(ask(kAppendixP5, left + "[x1] [x1] GREEN [x1] [x1] GREEN LOOK LOOK [x2]"), "1 D");
}

TEST(Solver, AnswersTheIllustrationsOfFigure3) {
  EXPECT_EQ(ask(kFigure3First, "walk left and run"), "LTURN WALK RUN M");      // e1
  EXPECT_EQ(ask(kFigure3First, "[x1 left and run] = LTURN [x1] RUN"), "1 M");  // e4
  EXPECT_EQ(ask(kFigure3Second, "jump thrice"), "? D");                        // e8
  EXPECT_EQ(ask(kFigure3Second, "[x1 thrice] = [x1] [x1]"), "0 M");            // e10
  // e2, e3 and e5, printed as known: "twice" is shown by three things, not four.
  EXPECT_EQ(ask(kFigure3First, "run twice"), "? D");
  EXPECT_EQ(ask(kFigure3First, "run twice and walk"), "? D");
  EXPECT_EQ(ask(kFigure3First, "[x1 twice] = [x1] [x1]"), "? D");
  // e6, printed D: the context tells both "walk twice" and "walk twice and run".
  EXPECT_EQ(ask(kFigure3First, "[x1 twice and x2] = [x1] [x2] [x2]"), "0 M");
  // e7 and e9 are left out: the second context says "twice" both two times and three times.
}

TEST(Solver, LetsAnUnusedVariableStandForAnything) {
  const std::string context = "[run around x1 thrice] = EMPTY_STRING\n[x1 and x2] = [x1] [x2]\n";
  EXPECT_EQ(ask(context, "run around left thrice"), "EMPTY_STRING M");
  EXPECT_EQ(ask(context, "[run around left thrice] = EMPTY_STRING"), "1 M");
  EXPECT_EQ(ask(context, "run around left thrice and run around right thrice"), "EMPTY_STRING M");
  EXPECT_EQ(ask(context, "run around left thrice and run"), "? D");
  EXPECT_EQ(ask(context, "[x1 and run around x2 thrice] = [x1]"), "1 M");
  EXPECT_EQ(ask(context, "[x1 around x2 thrice] = [x1]"), "? D");
  EXPECT_EQ(ask(context + "[run] = RED\n", "[x1 around x2 thrice] = [x1]"), "0 M");
}

TEST(Solver, FindsWhatARuleWouldBreakElsewhere) {
  const std::string context = "[x1 twice] = [x1] [x1]\nwalk left twice RED RED\n";
  EXPECT_EQ(ask(context, "[walk left] = RED"), "? D");
  EXPECT_EQ(ask(context, "[walk left] = RED RED"), "0 M");
  EXPECT_EQ(ask(context, "[walk x1] = BLUE"), "0 M");
  EXPECT_EQ(ask(context, "[walk x1] = RED"), "? D");
  EXPECT_EQ(ask(context, "[x1 left] = [x1] [x1]"), "? D");
  EXPECT_EQ(ask(context + "[walk] = RED\n", "[x1 left] = [x1] [x1]"), "0 M");
  EXPECT_EQ(ask(context + "[walk] = RED\n", "[x1 left] = [x1]"), "? D");
}

TEST(Solver, ReadsLinesWithAndWithoutAnEnd) {
  const Solver& solver = base_solver();
  EXPECT_EQ(solver.solve("walk\n[walk] = RED"), "RED (Reasoning: Monotonic)");
  EXPECT_EQ(solver.solve("walk\n[walk] = RED\n"), "RED (Reasoning: Monotonic)");
  EXPECT_EQ(solver.solve("walk"), "? (Reasoning: Defeasible)");
  EXPECT_EQ(solver.solve("walk\n"), "? (Reasoning: Defeasible)");
}

TEST(Solver, NamesTheLineThatIsNotOfTheLanguage) {
  const auto failure = [](const std::string& input) -> std::string {
    try {
      base_solver().solve(input);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(failure("walk trice\n[walk] = RED\n"),
            "line 1: \"walk trice\": \"trice\" is neither a word nor an action of b; did you mean "
            "\"thrice\", \"twice\"?");
  EXPECT_EQ(failure("walk\n[walk] = RED\n\nrun BLUE\n"),
            "line 3: \"\": this is no phrase of the grammar of b");
  EXPECT_EQ(failure("walk\n[walk] = RED\nrun BLU\n"),
            "line 3: \"run BLU\": \"BLU\" is neither a word nor an action of b; did you mean "
            "\"BLUE\"?");
  EXPECT_EQ(failure("walk RED\n[walk] = RED\n"),
            "line 1: \"walk RED\": this is a command with a reply; a request has none");
}

TEST(Solver, AnswersAlikeForAnyContextAndThread) {
  const RuleSpace space = read_rule_space("x");
  const solving::Reader reader(space);
  const Solver shared(space);
  std::vector<std::string> inputs;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto made = solving::ContextMaker(space, reader, number).make();
    for (const std::string& rule : made.basis) inputs.push_back(rule + "\n" + made.text());
  }
  std::vector<std::string> expected;
  for (const std::string& input : inputs) expected.push_back(Solver(space).solve(input));
  // Each thread walks in its own stride, so that contexts come back when others were seen.
  std::vector<std::vector<std::string>> answers(3, std::vector<std::string>(inputs.size()));
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < answers.size(); ++t) {
      threads.emplace_back([&, t] {
        const std::size_t stride = 2 * t + 9;  // has no divisor in common with 280
        for (std::size_t i = 0; i < inputs.size(); ++i) {
          const std::size_t at = i * stride % inputs.size();
          answers[t][at] = shared.solve(inputs[at]);
        }
      });
    }
  }
  for (const auto& own : answers) EXPECT_EQ(own, expected);
}

TEST(Solver, AnswersInOtherSpaces) {
  const Solver solver(solving::polite_space());
  const std::string context = "[not x1 at all] = [x1] [x1]\n[go on] = R\n[x1 now] = [x1] P\n";
  EXPECT_EQ(solver.solve("not go on at all\n" + context), "R R (Reasoning: Monotonic)");
  EXPECT_EQ(solver.solve("[go on now] = R P\n" + context), "1 (Reasoning: Monotonic)");
  EXPECT_EQ(solver.solve("[x1 x2] = [x2] [x1]\n" + context), "? (Reasoning: Defeasible)");
  EXPECT_EQ(solver.solve("[x1 x2] = [x2]\n" + context + "[now] = P\n"), "0 (Reasoning: Monotonic)");
}

}  // namespace
}  // namespace assay::cscan
