#include "assay/tasks/cscan/solver/induction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "assay/base/text.h"
#include "assay/tasks/cscan/solver/context_maker_testing.h"
#include "assay/tasks/cscan/solver/explainer.h"
#include "assay/tasks/cscan/solver/own_spaces_testing.h"
#include "assay/tasks/cscan/solver/reader.h"

namespace assay::cscan::solving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

// "4: [look] = WHITE"
std::vector<std::string> induced(const RuleSpace& space, const std::string& context) {
  const Reader reader(space);
  std::vector<Rule> items;
  for (const std::string_view line : split_text(context, '\n')) {
    if (!line.empty()) items.push_back(reader.read_item(line, items.size() + 1));
  }
  std::vector<std::string> rules;
  for (const InducedRule& rule : induce(space, items)) {
    rules.push_back(std::to_string(rule.support) + ": " +
                    reader.basis_text(rule.production, rule.output));
  }
  return rules;
}

std::vector<std::string> induced_in_b(const std::string& context) {
  return induced(read_rule_space("b"), context);
}

TEST(Induction, NeedsFourThings) {
  const std::string three = R"([walk] = RED
[run] = BLUE
[jump] = PINK
[turn] = BLACK
[left] = GREEN
[x1 x2] = [x2] [x1]
walk twice RED RED
run left twice GREEN BLUE GREEN BLUE
[x1 left twice] = GREEN [x1] GREEN [x1]
)";
  EXPECT_THAT(induced_in_b(three), IsEmpty());
  EXPECT_THAT(induced_in_b(three + "jump twice PINK PINK\n"),
              ElementsAre("4: [x1 twice] = [x1] [x1]"));
  // The same thing said again is one thing.
  EXPECT_THAT(induced_in_b(three + "[walk twice] = RED RED\n"), IsEmpty());
  // One that says otherwise is enough against any number.
  EXPECT_THAT(induced_in_b(three + "jump twice PINK PINK\nturn twice BLACK\n"), IsEmpty());
}

TEST(Induction, CountsThingsThatNeedEachOther) {
  // Neither word has four things without the other; together each has.
  EXPECT_THAT(induced_in_b(R"([left] = GREEN
[right] = RED
[walk] = BLUE
[x1 x2] = [x2] [x1]
look thrice PINK PINK
look left thrice GREEN PINK GREEN PINK
[look x1 thrice] = [x1] PINK [x1] PINK
look right thrice RED PINK RED PINK
)"),
              ElementsAre("4: [x1 thrice] = [x1] [x1]", "4: [look] = PINK"));
}

TEST(Induction, SolvesForSeveralWordsAtOnce) {
  // Nothing is told, and every thing holds two unknowns or more.
  EXPECT_THAT(
      induced_in_b(R"(look left twice PINK RED RED PINK RED RED
[look x1 twice] = PINK [x1] [x1] PINK [x1] [x1]
[x1 left twice] = [x1] RED RED [x1] RED RED
run left twice BLUE RED RED BLUE RED RED
[run x1 twice] = BLUE [x1] [x1] BLUE [x1] [x1]
look right twice PINK GREEN GREEN PINK GREEN GREEN
run right twice BLUE GREEN GREEN BLUE GREEN GREEN
[x1 right twice] = [x1] GREEN GREEN [x1] GREEN GREEN
[look x1] = PINK [x1] [x1]
[run x1] = BLUE [x1] [x1]
[x1 left] = [x1] RED RED
[x1 right] = [x1] GREEN GREEN
)"),
      ElementsAre("8: [x1 twice] = [x1] [x1]", "12: [x1 x2] = [x1] [x2] [x2]", "4: [run] = BLUE",
                  "4: [look] = PINK", "4: [left] = RED", "4: [right] = GREEN"));
}

TEST(Induction, TakesTheSimplestOfSeveral) {
  const std::string told = "[walk] = RED\n[run] = BLUE\n[jump] = PINK\n[look] = BLACK\n";
  // [x1] BLUE, [x1] [x2] and BLUE-by-any-name explain this: variables before actions.
  EXPECT_THAT(induced_in_b(told + R"(walk and run RED BLUE
jump and run PINK BLUE
look and run BLACK BLUE
run and run BLUE BLUE
)"),
              ElementsAre("4: [x1 and x2] = [x1] [x2]"));
  // [x2] alone would do, and be shorter; but it leaves a variable out.
  EXPECT_THAT(induced_in_b("[turn] = EMPTY_STRING\n" + told + R"(turn and run BLUE
turn and walk RED
turn and jump PINK
turn and look BLACK
)"),
              ElementsAre("4: [x1 and x2] = [x1] [x2]"));
  // Twice one, or once two: the production that stands first in the space gets the shorter one.
  EXPECT_THAT(induced_in_b(R"([left] = RED
[right] = BLUE
[x1 and x2] = [x1] [x2]
turn twice PINK PINK
turn twice and turn twice PINK PINK PINK PINK
[x1 and turn twice] = [x1] PINK PINK
[turn twice and x1] = PINK PINK [x1]
)"),
              ElementsAre("4: [x1 twice] = [x1]", "4: [turn] = PINK PINK"));
}

TEST(Induction, TakesTheLargerOfTwoSets) {
  // "thrice" is shown in two ways; without it the rest holds together.
  EXPECT_THAT(induced_in_b(R"([walk] = RED
[run] = BLUE
[left] = GREEN
[x1 x2] = [x1] [x2]
walk thrice RED RED
run thrice BLUE BLUE BLUE
[walk left thrice] = RED GREEN RED GREEN
[run left thrice] = BLUE GREEN BLUE GREEN BLUE GREEN
look PINK
look left PINK GREEN
walk and run RED BLUE
walk left and run left RED GREEN BLUE GREEN
[x1 and walk] = [x1] RED
[x1 left and x2] = [x1] GREEN [x2]
)"),
              ElementsAre("4: [x1 and x2] = [x1] [x2]"));
}

TEST(Induction, FindsActionsInRightSides) {
  EXPECT_THAT(induced_in_b(R"([walk] = RED
[run] = BLUE
[left] = GREEN
[x1 x2] = [x1] [x2]
walk thrice RED WHITE RED
run thrice BLUE WHITE BLUE
[x1 left thrice] = [x1] GREEN WHITE [x1] GREEN
run left thrice BLUE GREEN WHITE BLUE GREEN
)"),
              ElementsAre("4: [x1 thrice] = [x1] WHITE [x1]"));
}

TEST(Induction, DoesNotCountPartsThatAreLeftOut) {
  // "around" drops its direction, so these say nothing about "left".
  EXPECT_THAT(induced_in_b(R"([walk] = RED
[run] = BLUE
[jump] = PINK
[look] = BLACK
[x1 around x2] = [x1]
walk around left RED
run around left BLUE
jump around left PINK
look around left BLACK
)"),
              IsEmpty());
}

TEST(Induction, KnowsOtherSpaces) {
  EXPECT_THAT(induced(polite_space(), R"([go] = P
[stop] = Q
[go on] = R
[x1 x2] = [x1] [x2]
not go at all P P
not stop at all Q Q
not go on at all R R
[not x1 at all] = [x1] [x1]
if go now then stop now Q P P P
if stop now then go now P P Q P
if go then stop now Q P P
[x1 now] = [x1] P
[if x1 then go] = P [x1]
)"),
              ElementsAre("4: [if x1 then x2] = [x2] [x1]", "4: [now] = P"));
}

// Contexts with some rules told, some shown and one shown wrongly, as the task has them.
void induce_what_was_shown(const std::string& name, std::uint64_t first, std::uint64_t contexts) {
  const RuleSpace space = read_rule_space(name);
  const Reader reader(space);
  std::size_t shown = 0;
  for (std::uint64_t number = first; number < first + contexts; ++number) {
    const MadeContext made = ContextMaker(space, reader, number).make();
    std::vector<Rule> items;
    for (const std::string& item : made.items) items.push_back(reader.read_item(item, 1));
    std::vector<std::string> rules;
    for (const InducedRule& rule : induce(space, items)) {
      EXPECT_GE(rule.support, kLeastSupport);
      rules.push_back(reader.basis_text(rule.production, rule.output));
    }
    EXPECT_THAT(rules, UnorderedElementsAreArray(made.shown)) << name << " " << number;
    shown += made.shown.size();
  }
  EXPECT_GT(shown, 2 * contexts);
}

TEST(Induction, FindsWhatWasShown) {
  induce_what_was_shown("b", 0, 300);
  induce_what_was_shown("x", 0, 300);
  induce_what_was_shown("scan", 0, 300);
}

TEST(InductionSlow, FindsWhatWasShown) {
  induce_what_was_shown("b", 1'000, 3'000);
  induce_what_was_shown("x", 1'000, 3'000);
  induce_what_was_shown("scan", 1'000, 3'000);
}

}  // namespace
}  // namespace assay::cscan::solving
