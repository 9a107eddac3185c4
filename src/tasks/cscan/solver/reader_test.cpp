#include "assay/tasks/cscan/solver/reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "assay/base/error.h"
#include "assay/tasks/cscan/solver/own_spaces_testing.h"

namespace assay::cscan::solving {
namespace {

// "and(x1,twice(walk))", with the words of a production as its name.
std::string show(const RuleSpace& space, const Term& term, std::size_t& at) {
  const Cell cell = term[at];
  const std::size_t end = at++ + cell.extent;
  if (cell.is_variable()) return fmt::format("x{}", cell.variable + 1);
  std::string text;
  for (const std::string& word : space.productions[cell.production].pattern) text += word;
  if (text.empty()) text = "_";
  std::string parts;
  while (at < end) parts += (parts.empty() ? "" : ",") + show(space, term, at);
  return parts.empty() ? text : fmt::format("{}({})", text, parts);
}

std::string show(const RuleSpace& space, const Reader& reader, const std::string& line) {
  const Rule rule = reader.read_item(line, 1);
  std::size_t at = 0;
  return show(space, rule.left, at) + " = " + reader.output_text(rule.right);
}

std::string failure(const Reader& reader, const std::string& line) {
  try {
    reader.read_item(line, 3);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "";
}

TEST(Reader, FindsTheTreeOfAPhrase) {
  const RuleSpace b = read_rule_space("b");
  const Reader reader(b);
  EXPECT_EQ(show(b, reader, "walk RUN"), "walk = RUN");
  EXPECT_EQ(show(b, reader, "[left] = RED"), "left = RED");
  EXPECT_EQ(show(b, reader, "[x1 x2] = [x2]"), "_(x1,x2) = [x2]");
  EXPECT_EQ(show(b, reader, "[walk x1 twice and x2 around left] = EMPTY_STRING"),
            "and(twice(_(walk,x1)),around(x2,left)) = EMPTY_STRING");
  const RuleSpace x = read_rule_space("x");
  const Reader extended(x);
  EXPECT_EQ(show(x, extended, "fly fast 90 up 5x framing leap LEAP FLY"),
            "framing(5x(90(fast(fly),up)),leap) = LEAP FLY");
  EXPECT_EQ(show(x, extended, "[x1 fast x2 before x3 4x] = [x3] [x1]"),
            "before(_(fast(x1),x2),4x(x3)) = [x3] [x1]");
}

TEST(Reader, NumbersVariablesFromLeftToRight) {
  const RuleSpace b = read_rule_space("b");
  const Reader reader(b);
  EXPECT_EQ(show(b, reader, "[x7 and x2 twice] = [x2] RED [x7]"),
            "and(x1,twice(x2)) = [x2] RED [x1]");
  EXPECT_EQ(reader.read_item("[x2 and x1] = [x1]", 1).left,
            reader.read_item("[x1 and x2] = [x2]", 1).left);
}

TEST(Reader, ReadsAnyGrammarWithTwoSlots) {
  const RuleSpace polite = polite_space();
  const Reader reader(polite);
  EXPECT_EQ(show(polite, reader, "[if go on later then not x1 at all] = P"),
            "ifthen(_(goon,later),notatall(x1)) = P");
}

TEST(Reader, TakesACommandWithItsReplyForARule) {
  const RuleSpace b = read_rule_space("b");
  const Reader reader(b);
  const Rule command = reader.read_item("walk twice RUN RUN", 1);
  const Rule rule = reader.read_item("[walk twice] = RUN RUN", 1);
  EXPECT_EQ(command.left, rule.left);
  EXPECT_EQ(command.right, rule.right);
}

TEST(Reader, NamesWhatIsNotOfTheLanguage) {
  const RuleSpace b = read_rule_space("b");
  const Reader reader(b);
  EXPECT_EQ(failure(reader, "wlak twice RUN"),
            "line 3: \"wlak twice RUN\": \"wlak\" is neither a word nor an action of b; did you "
            "mean \"walk\"?");
  EXPECT_EQ(failure(reader, "walk and RUN"),
            "line 3: \"walk and RUN\": this is no phrase of the grammar of b");
  EXPECT_EQ(failure(reader, "walk walk RUN"),
            "line 3: \"walk walk RUN\": this is no phrase of the grammar of b");
  EXPECT_EQ(failure(reader, "[x1] = RUN"),
            "line 3: \"[x1] = RUN\": this is no phrase of the grammar of b");
  EXPECT_EQ(failure(reader, "[x1 and x1] = [x1]"),
            "line 3: \"[x1 and x1] = [x1]\": x1 stands there twice; a left side has each variable "
            "once");
  EXPECT_EQ(failure(reader, "[x1 twice] = [x2]"),
            "line 3: \"[x1 twice] = [x2]\": \"[x2]\" is neither an action of b nor a variable of "
            "the left side");
  EXPECT_EQ(failure(reader, "[walk] RUN"),
            "line 3: \"[walk] RUN\": a rule is written [x1 twice] = [x1] [x1]");
  EXPECT_EQ(failure(reader, "x1 twice RUN"),
            "line 3: \"x1 twice RUN\": a command has no variables; a rule stands in [ ]");
  EXPECT_EQ(failure(reader, "walk twice"),
            "line 3: \"walk twice\": an output is missing; an empty one is written EMPTY_STRING");
  EXPECT_EQ(failure(reader, ""), "line 3: \"\": this is no phrase of the grammar of b");
  EXPECT_EQ(failure(reader, "[walk] = RUN EMPTY_STRING"),
            "line 3: \"[walk] = RUN EMPTY_STRING\": \"EMPTY_STRING\" is neither an action of b nor "
            "a variable of the left side");
}

TEST(Reader, RefusesTwoReadings) {
  const RuleSpace space = parse_rule_space(R"(
grammar = """
S -> A x A | A
A -> y x B | B
B -> y | w
"""
actions = "P"
rules = 4
explicit = "3"
repeats = 2
length = 4
most_input = 100
most_output = 100
)",
                                           "double.toml");
  const Reader reader(space);
  EXPECT_EQ(failure(reader, "y x w P"),
            "line 3: \"y x w P\": the grammar of double reads this in two ways");
  EXPECT_EQ(failure(reader, "w x w P"), "");
}

}  // namespace
}  // namespace assay::cscan::solving
