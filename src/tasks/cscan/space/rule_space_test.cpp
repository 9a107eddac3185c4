#include "assay/tasks/cscan/space/rule_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "assay/base/error.h"

namespace assay::cscan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kTiny = R"(grammar = """
S -> W and W | W
W -> go | stop
"""
actions = "A B C"
rules = 3
explicit = "1 2*3"
repeats = 2
length = 4
most_input = 100
most_output = 20
)";

std::string problem(const std::string& text) {
  try {
    parse_rule_space(text, "mine.toml");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = kTiny;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(CscanRuleSpace, ReadsAUsersOwn) {
  const RuleSpace space = parse_rule_space(kTiny, "mine.toml");
  EXPECT_EQ(space.name, "mine");
  ASSERT_EQ(space.productions.size(), 3U);
  EXPECT_EQ(space.productions[0].name, "x1 and x2");
  EXPECT_EQ(space.levels, (std::vector<std::string>{"S", "W"}));
  EXPECT_TRUE(space.fits(1, 0));
  EXPECT_FALSE(space.fits(0, 1));
  EXPECT_EQ(space.explicit_weights, (std::vector<std::uint64_t>{0, 1, 3, 0}));
}

TEST(CscanRuleSpace, ThoseOfThePaperAreThere) {
  const RuleSpace b = read_rule_space("b");
  EXPECT_EQ(b.productions.size(), 14U);
  EXPECT_EQ(b.actions.size(), 14U);
  EXPECT_EQ(b.limits.most_input, 2048U);
  const RuleSpace x = read_rule_space("x");
  EXPECT_EQ(x.productions.size(), 37U);
  EXPECT_EQ(x.actions.size(), 13U);
  const RuleSpace scan = read_rule_space("scan");
  EXPECT_EQ(scan.basis.size(), 14U);
}

TEST(CscanRuleSpace, MistakesAreNamedWithTheirPlace) {
  EXPECT_THAT(problem(replaced("rules = 3", "rule = 3")), HasSubstr("no \"rule\""));
  EXPECT_THAT(problem(replaced("rules = 3", "rules = 4")), HasSubstr("mine.toml:6: rules: 4"));
  EXPECT_THAT(problem(replaced("S -> W and W | W", "S W and W")), HasSubstr("not of the form"));
  EXPECT_THAT(problem(replaced("W -> go", "W -> W twice | go")), HasSubstr("inside itself"));
  EXPECT_THAT(problem(replaced("go | stop", "go | x1")), HasSubstr("cannot be a word"));
  EXPECT_THAT(problem(replaced("go | stop", "go | go")), HasSubstr("one reading"));
  EXPECT_THAT(problem(replaced("W and W |", "W and W W |")), HasSubstr("more than 2 parts"));
  EXPECT_THAT(problem(replaced("A B C", "A B A")), HasSubstr("twice"));
  EXPECT_THAT(problem(replaced("A B C", "A B 1")), HasSubstr("means something else"));
  EXPECT_THAT(problem(replaced("A B C", "A go")), HasSubstr("word of the grammar"));
  EXPECT_THAT(problem(replaced("1 2*3", "9")), HasSubstr("explicit"));
  EXPECT_THAT(problem(replaced("1 2*3", "")), HasSubstr("no number of rules"));
  EXPECT_THAT(problem(replaced("length = 4", "length = four")), HasSubstr("mine.toml:"));
  EXPECT_THAT(problem(replaced("repeats = 2\n", "")), HasSubstr("\"repeats\" is missing"));
  EXPECT_THAT(problem(kTiny + "basis = \"[go] = A\""), HasSubstr("[x1 and x2] is missing"));
  EXPECT_THAT(problem(kTiny + "[least]\nW = 5\n"), HasSubstr("from 0 to 2"));
  EXPECT_THAT(problem(kTiny + "[least]\nV = 1\n"), HasSubstr("no level \"V\""));
}

TEST(CscanRuleSpace, MistakesAreToldWithoutControlCharacters) {
  const std::string word = replaced("go |", "go\\u001b |");
  for (const std::string& text :
       {replaced("go |", "go\\u001b | go\\u001b |"), replaced("W -> go", "W\\u001b -> go | | stop"),
        replaced("W -> go", "W\\u001b -> S S S"), word + "basis = \"[x1 and x2] = A\"",
        word + "basis = \"[x1 and x2] = A\\n[go\\u001b] = Z\""}) {
    EXPECT_THAT(problem(text), AllOf(HasSubstr("\\x1b"), Not(HasSubstr("\x1b")))) << text;
  }
}

TEST(CscanRuleSpace, AnUnknownNameTellsWhatThereIs) {
  try {
    read_rule_space("bb");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"b\""));
  }
}

TEST(RuleSpace, RefusesTooManyActionsAndLevelsAtOnce) {
  std::string actions;
  std::string grammar;
  for (int i = 0; i < 100'000; ++i) {
    actions += " A" + std::to_string(i);
    grammar += "L" + std::to_string(i) + " -> go\n";
  }
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(problem(replaced("A B C", actions)),
              HasSubstr("there must be from 1 to 64 of them, not 100,000"));
  EXPECT_THAT(problem(replaced("W -> go | stop\n", grammar)), HasSubstr("more than 16 levels"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace assay::cscan
