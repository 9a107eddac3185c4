#include "assay/rules_engine/feature_grammar.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace assay::rules {
namespace {

RuleSet read_grammar(const std::string& text) {
  const RuleSource source{"r", "%grammar\n" + text};
  return read_rules(std::span(&source, 1));
}

std::string grammar_error(const std::string& text, const FeatureGrammarOptions& options = {}) {
  const RuleSet rules = read_grammar(text);
  try {
    const FeatureGrammar grammar(rules, options);
    return "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
}

TEST(FeatureGrammar, NamesMistakes) {
  struct Mistake {
    std::string text;
    std::string message;
  };
  const std::vector<Mistake> rows = {
      {"A:\n  S/K → NOUN\nB:\n  NOUNS/K → 'a'",
       "r:3:9: no rule makes a NOUN; did you mean \"NOUNS\"?"},
      {"A:\n  T/K → 'a'", "r: no rule makes a S, with which every text begins"},
      {"", "r: no rule makes a S, with which every text begins"},
      // Without end, and never fitting.
      {"A:\n  S/K → 'a' S",
       "r:2:1: no text can be made from S: every rule for it needs what never ends or never fits"},
      {"A:\n  S/K → T\nB:\n  T/K → 'b' U\nC:\n  U/K → T 'c'",
       "r:2:1: no text can be made from S: every rule for it needs what never ends or never fits"},
      {"A:\n  S/K → T(a:x)\nB:\n  T(a:y)/K → 'b'",
       "r:2:1: no text can be made from S: every rule for it needs what never ends or never fits"},
      {"A:\n  S/K → T(a:$v) T(a:$v) U(a:$v)\nB:\n  T(a:x|y)/K → 'b'\nC:\n  U(a:z)/K → 'c'",
       "r:2:1: no text can be made from S: every rule for it needs what never ends or never fits"},
      // Unit cycles.
      {"A:\n  S/K → 'a'\nB:\n  S/K → S",
       "r:4:1: rule B leads back to where it began: S from S without end"},
      {"A:\n  S/K → T\nB:\n  T/K → U\nC:\n  U/K → S\nD:\n  U/K → 'a'",
       "r:6:1: rule C leads back to where it began: U from S without end"},
      {"A:\n  S/K → T(a:x)\nB:\n  T(a:x)/K → 'b'\nC:\n  T(a:$v)/K → T(a:$v)",
       "r:6:1: rule C leads back to where it began: T from T without end"},
      {"A:\n  S/K → T(-a:x|_none_)\nB:\n  T(a:x)/K → 'b'",
       "r:3:11: this excludes all values of the attribute \"a\""},
      {"A:\n  S(-a:_none_)/K → 'b'", "r:3:5: this excludes all values of the attribute \"a\""},
  };
  for (const Mistake& row : rows) EXPECT_EQ(grammar_error(row.text), row.message) << row.text;
}

// A rule that leads back is allowed when features see to an end.
TEST(FeatureGrammar, AllowsUnitRulesWithAnEnd) {
  EXPECT_EQ(grammar_error("A:\n  S/K → T\n"
                          "B:\n  T(a:_none_)/K → 'b'\n"
                          "C:\n  T(a:x)/K → T(a:_none_)\n"
                          "D:\n  T(a:y)/K → T(a:x)\n"),
            "no error");
  EXPECT_EQ(grammar_error("A:\n  S/K → T\n"
                          "B:\n  T(a:_none_)/K → 'b'\n"
                          "C:\n  T(a:x)/K → T(a:_none_)\n"
                          "D:\n  T(a:_none_)/K → T(a:x)\n"),
            "r:8:1: rule D leads back to where it began: T from T without end");
}

TEST(FeatureGrammar, StartsWhereItIsTold) {
  EXPECT_EQ(grammar_error("A:\n  T/K → 'a'", {.start = "T", .ignored = {}}), "no error");
  EXPECT_EQ(
      grammar_error("A:\n  S/K → T(a:x)\nB:\n  T(a:y)/K → 'b'", {.start = "S", .ignored = {"a"}}),
      "no error");
}

TEST(FeatureGrammar, LeavesOutWhatNobodyAsksFor) {
  const RuleSet rules = read_grammar(
      "A:\n  S/K → T(b:x)\n"
      "B:\n  T(a:x, b:x)/K → 'b'\n"
      "C:\n  T(a:y, b:x)/K → 'c'\n"
      "D:\n  T(a:z, b:y)/K → 'd'\n");
  const FeatureGrammar grammar(rules, {});
  EXPECT_EQ(grammar.state_count(), 3U);  // S, T with b:x, T with b:y
  EXPECT_EQ(grammar.category_count(), 2U);
  EXPECT_EQ(grammar.states_of(grammar.start()).size(), 1U);
  EXPECT_TRUE(grammar.find_word("b").has_value());
  EXPECT_FALSE(grammar.find_word("e").has_value());
}

// --- grammars that blow up ---------------------------------------------------------------------

// P has a value for each of n attributes, as its parts have them: states by the power of n. That
// the tests below end at all is what they show.
std::string many_states(int n, const std::string& values, const std::string& use) {
  std::string left;
  std::string right;
  std::string parts;
  std::string asked;
  for (int i = 0; i < n; ++i) {
    left += fmt::format("{}a{}:$v{}", i == 0 ? "" : ", ", i, i);
    asked += fmt::format("{}a{}:x", i == 0 ? "" : ", ", i);
    right += fmt::format(" C{}(c:$v{})", i, i);
    for (const char value : values) {
      parts += fmt::format("C{0}={1}:\n  C{0}(c:{1})/K → '{1}'\n", i, value);
    }
  }
  return fmt::format("P:\n  P({})/K →{}\n{}T:\n  S/K → P({})\n", left, right, parts, asked) + use;
}

TEST(FeatureGrammar, EndsWhenFeaturesBlowUp) {
  EXPECT_EQ(grammar_error(many_states(6, "xy", "")), "no error");
  EXPECT_EQ(grammar_error(many_states(16, "xyz", "")),
            "r:2:1: the features of rule P and of those it uses combine in too many ways");
  // Every one of many states against every other.
  std::string shared;
  for (int i = 0; i < 15; ++i) shared += fmt::format("{}a{}:$v{}", i == 0 ? "" : ", ", i, i);
  const std::string error = grammar_error(
      many_states(15, "xy", fmt::format("U:\n  S/K → P({}) P({})\n", shared, shared)));
  EXPECT_NE(error.find("combine in too many ways"), std::string::npos) << error;
}

// One variable for two attributes, several times: rows of values multiply.
TEST(FeatureGrammar, EndsWhenSharedValuesBlowUp) {
  std::string left;
  std::string asked;
  for (int i = 0; i < 20; ++i) {
    left += fmt::format("{}a{}:$v{}, b{}:$v{}", i == 0 ? "" : ", ", i, i, i, i);
    asked += fmt::format("{}a{}:x, b{}:y", i == 0 ? "" : ", ", i, i);
  }
  const std::string error =
      grammar_error(fmt::format("P:\n  P({})/K → 'p'\nS:\n  S/K → P({})\n", left, asked));
  EXPECT_EQ(error, "r:2:1: the features of rule P and of those it uses combine in too many ways");
}

TEST(FeatureGrammar, CountsValues) {
  std::string many = "a:v0";
  for (int i = 1; i < 200; ++i) many += fmt::format("|v{}", i);
  EXPECT_EQ(grammar_error("A:\n  S/K → T(" + many + ")\nB:\n  T(a:v1)/K → 'b'\n"),
            "r:3:11: the attribute \"a\" has more than 126 values");
}

// Long chains of unit rules take no stack, and many categories no cubic time.
TEST(FeatureGrammar, TakesLongChains) {
  const int n = 3000;
  std::string chain = "R:\n  S/K → C0\n";
  for (int i = 0; i < n; ++i) chain += fmt::format("R{}:\n  C{}/K → C{}\n", i, i, i + 1);
  chain += fmt::format("E:\n  C{}/K → 'e'\n", n);
  EXPECT_EQ(grammar_error(chain), "no error");
  const std::string error = grammar_error(chain + fmt::format("L:\n  C{}/K → S\n", n));
  EXPECT_NE(error.find("leads back to where it began"), std::string::npos) << error;
}

}  // namespace
}  // namespace assay::rules
