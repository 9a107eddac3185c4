#include "assay/rules_engine/rule_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "assay/base/random.h"

namespace assay::rules {
namespace {

RuleSet read_rule_file(const std::string& text) {
  const RuleSource source{"r", text};
  return read_rules(std::span(&source, 1));
}

// The first error, or what was read.
std::string error_of(const std::string& text) {
  try {
    const RuleSet rules = read_rule_file(text);
    return fmt::format("no error: {} {} {} {}", rules.grammar.size(), rules.inference.size(),
                       rules.resolution.size(), rules.knowledge.size());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
}

Term term_of(const std::string& text) {
  return read_rule_file("%inference\nR:\n  Left($X, $Y, $Z) → " + text + "\n")
      .inference.at(0)
      .right[0];
}

TEST(RuleFile, ReadsAGrammarRule) {
  const RuleSet rules = read_rule_file(
      "# Questions\n"
      "%grammar\n"
      "VP_INDIRECT=VP_INDIRECT_DP:  # the object\n"
      "  VP_INDIRECT(object:yes)[_action]/_action ⊓ ∃RolePair(ObjectHaver, Object)._object\n"
      "\n"
      "  # the right side\n"
      "\t→ VP_INDIRECT(object:_none_, -form:gerund|infinitive, number:$n, mood:a|b)/_action\r\n"
      "    'and # not' \"it's\" DP/_object NP\n");
  ASSERT_EQ(rules.grammar.size(), 1U);
  const GrammarRule& rule = rules.grammar[0];
  EXPECT_EQ(rule.name, "VP_INDIRECT=VP_INDIRECT_DP");
  EXPECT_EQ(rule.weight, 1);
  EXPECT_EQ(rule.place.line, 3U);
  EXPECT_EQ(rule.left.category, "VP_INDIRECT");
  EXPECT_EQ(rule.head, "_action");
  ASSERT_EQ(rule.left.features.size(), 1U);
  EXPECT_EQ(rule.left.features[0].attribute, "object");
  EXPECT_EQ(rule.left.features[0].values, std::vector<std::string>{"yes"});
  EXPECT_FALSE(rule.left.features[0].negated);
  EXPECT_EQ(to_text(rule.form), "_action ⊓ ∃RolePair(ObjectHaver, Object)._object");
  ASSERT_EQ(rule.right.size(), 5U);
  const auto& features = rule.right[0].features;
  ASSERT_EQ(features.size(), 4U);
  EXPECT_EQ(features[0].values, std::vector<std::string>{"_none_"});
  EXPECT_TRUE(features[1].negated);
  EXPECT_EQ(features[1].attribute, "form");
  EXPECT_EQ(features[1].values, (std::vector<std::string>{"gerund", "infinitive"}));
  EXPECT_EQ(features[2].variable, "$n");
  EXPECT_TRUE(features[2].values.empty());
  EXPECT_EQ(features[3].values, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(rule.right[0].form, "_action");
  EXPECT_EQ(rule.right[1].words, (std::vector<std::string>{"and", "#", "not"}));
  EXPECT_TRUE(rule.right[1].category.empty());
  EXPECT_EQ(rule.right[2].words, std::vector<std::string>{"it's"});
  EXPECT_EQ(rule.right[3].category, "DP");
  EXPECT_EQ(rule.right[3].form, "_object");
  EXPECT_EQ(rule.right[3].place.line, 8U);
  EXPECT_EQ(rule.right[3].place.column, 24U);
  EXPECT_EQ(rule.right[4].category, "NP");
  EXPECT_TRUE(rule.right[4].form.empty());
}

TEST(RuleFile, ReadsOtherRules) {
  const RuleSet rules = read_rule_file(
      "%inference\n"
      "UNREIFY:\n"
      "  Role($Q, $P), Role($R, $P):\n"
      "  ∃RolePair($Q, Predicate).($P ⊓ ∃RolePair(Predicate, $R).$A) → ∃RolePair($Q, $R).$A\n"
      "%resolution\n"
      "GET:\n"
      "  get($X) → 'SELECT ' var($X, new_var($V)) \" '{' \" def($X, $V) ($X ⊓ A) '}'\n"
      "%knowledge\n"
      "→ Role(FilmDirector, DirectingAFilm)\n"
      "-> Mapping(RolePair(A, B), 'ns:a.b')\n"
      "→\n"
      "  Role(C,\n"
      "    D)\n");
  ASSERT_EQ(rules.inference.size(), 1U);
  EXPECT_EQ(rules.inference[0].name, "UNREIFY");
  ASSERT_EQ(rules.inference[0].knowledge.size(), 2U);
  EXPECT_EQ(to_text(rules.inference[0].knowledge[1]), "Role($R, $P)");
  EXPECT_EQ(to_text(rules.inference[0].left),
            "∃RolePair($Q, Predicate).($P ⊓ ∃RolePair(Predicate, $R).$A)");
  ASSERT_EQ(rules.inference[0].right.size(), 1U);
  EXPECT_EQ(to_text(rules.inference[0].right[0]), "∃RolePair($Q, $R).$A");
  ASSERT_EQ(rules.resolution.size(), 1U);
  ASSERT_EQ(rules.resolution[0].right.size(), 6U);
  EXPECT_EQ(rules.resolution[0].right[0].kind, Term::Kind::kString);
  EXPECT_EQ(rules.resolution[0].right[0].text, "SELECT ");
  EXPECT_EQ(to_text(rules.resolution[0].right[1]), "var($X, new_var($V))");
  EXPECT_EQ(rules.resolution[0].right[2].text, " '{' ");
  EXPECT_EQ(rules.resolution[0].right[4].kind, Term::Kind::kConjunction);
  ASSERT_EQ(rules.knowledge.size(), 3U);
  EXPECT_EQ(to_text(rules.knowledge[0]), "Role(FilmDirector, DirectingAFilm)");
  EXPECT_EQ(to_text(rules.knowledge[1]), "Mapping(RolePair(A, B), 'ns:a.b')");
  EXPECT_EQ(to_text(rules.knowledge[2]), "Role(C, D)");
}

TEST(RuleFile, SpellsSignsInAscii) {
  const Term signs = term_of("∃$X.($Y ⊓ ∃F(A).⊤) ⊓ B");
  EXPECT_EQ(to_text(term_of("exists $X.($Y & exists F(A).⊤) & B")), to_text(signs));
  EXPECT_EQ(read_rule_file("%grammar\nR:\n  S/A -> 'a'\n").grammar.size(), 1U);
  // A name that only begins so is a name.
  EXPECT_EQ(term_of("existsMore(A)").kind, Term::Kind::kApply);
}

TEST(RuleFile, ReadsWeights) {
  const RuleSet rules = read_rule_file(
      "%grammar\nA: *3\n  S/A → 'a'\nB:\n  S/A → 'b'\nC: two words: *0.25 # rare\n  S/A → 'c'\n");
  ASSERT_EQ(rules.grammar.size(), 3U);
  EXPECT_EQ(rules.grammar[0].name, "A");
  EXPECT_EQ(rules.grammar[0].weight, 3);
  EXPECT_EQ(rules.grammar[1].weight, 1);
  EXPECT_EQ(rules.grammar[2].name, "C: two words");
  EXPECT_EQ(rules.grammar[2].weight, 0.25);
}

TEST(RuleFile, ReadsSeveralFiles) {
  const std::vector<RuleSource> sources = {{"one", "%grammar\nR:\n  S/A → 'a'\n"},
                                           {"two", "\xEF\xBB\xBF%knowledge\n→ Role(A)\n→ Role(B)"},
                                           {"three", "# nothing\n"}};
  const RuleSet rules = read_rules(sources);
  EXPECT_EQ(rules.files, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(rules.grammar.size(), 1U);
  ASSERT_EQ(rules.knowledge.size(), 2U);
  EXPECT_EQ(rules.knowledge[1].place.file, 1U);
  EXPECT_EQ(rules.knowledge[1].place.line, 3U);
  // A section ends with its file, and names are shared.
  const std::vector<RuleSource> open = {{"one", "%grammar\n"}, {"two", "R:\n  S/A → 'a'\n"}};
  EXPECT_THROW(read_rules(open), Error);
  const std::vector<RuleSource> twice = {{"one", "%grammar\nR:\n  S/A → 'a'\n"},
                                         {"two", "%inference\nR:\n  A($X) → B\n"}};
  try {
    read_rules(twice);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "two:2:1: there is a rule \"R\" already, in line 2 of one");
  }
}

Term random_term(Stream& stream, int depth) {
  Term term;
  const auto input = [&] { return random_term(stream, depth - 1); };
  switch (stream.below(depth > 0 ? 6 : 4)) {
    case 0:
      term.kind = Term::Kind::kVariable;
      term.text = std::vector<std::string>{"$X", "$Y", "$Z"}[stream.below(3)];
      return term;
    case 1:
      term.kind = Term::Kind::kString;
      term.text = std::vector<std::string>{"", "a b", "it's", "\"", "# ⊓ → ("}[stream.below(5)];
      return term;
    case 2:
      return term;  // ⊤
    case 3:
      term.kind = Term::Kind::kApply;
      term.text = std::vector<std::string>{"A", "Film_2", "f"}[stream.below(3)];
      for (std::uint64_t i = depth > 0 ? stream.below(4) : 0; i > 0; --i) {
        term.inputs.push_back(input());
      }
      return term;
    case 4:
      term.kind = Term::Kind::kExists;
      for (int i = 0; i < 2; ++i) term.inputs.push_back(input());
      return term;
    default:
      term.kind = Term::Kind::kConjunction;
      for (std::uint64_t i = 2 + stream.below(2); i > 0; --i) {
        Term part = input();
        if (part.kind != Term::Kind::kConjunction) {
          term.inputs.push_back(std::move(part));
        } else {
          for (Term& inner : part.inputs) term.inputs.push_back(std::move(inner));
        }
      }
      return term;
  }
}

bool same(const Term& a, const Term& b) {
  return a.kind == b.kind && a.text == b.text &&
         std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(), same);
}

TEST(RuleFile, TermsComeBack) {
  for (std::uint32_t i = 0; i < 2000; ++i) {
    Stream stream(stream_key(1, "rule_file_test"), {Purpose::kItem, 0, i, 0});
    const Term term = random_term(stream, 4);
    const std::string text = to_text(term);
    ASSERT_TRUE(same(term_of(text), term)) << text << "\n" << to_text(term_of(text));
  }
}

struct Mistake {
  std::string text;
  std::string message;
};

TEST(RuleFile, RefusesRulesOfTooManyConstituents) {
  std::string text = "%grammar\nR:\n  S/A → 'a'";
  for (std::size_t i = 0; i <= kMostConstituents; ++i) text += " X";
  EXPECT_EQ(error_of(text), "r:3:45: a rule has at most 16 constituents");
}

TEST(RuleFile, NamesMistakesOfFiles) {
  const std::vector<Mistake> rows = {
      {"R:\n  S/A → 'a'",
       "r:1:1: expected a section before the first rule: %grammar, %inference, %resolution or "
       "%knowledge"},
      {"%gramar", "r:1:1: there is no section \"gramar\"; did you mean \"grammar\"?"},
      {"%",
       "r:1:1: there is no section \"\"; there are: grammar, inference, resolution, knowledge"},
      {"%grammar\n  S/A → 'a'",
       "r:2:3: an indented line belongs to a rule, and no rule begins above it"},
      {"%grammar\nR\n  S/A → 'a'",
       "r:2:2: expected \":\" at the end of the rule name \"R\"; the rule itself is indented below "
       "its name"},
      {"%grammar\nR: S/A → 'a'",
       "r:2:13: expected \":\" at the end of the rule name \"R: S/A → 'a'\"; the rule itself is "
       "indented below its name"},
      {"%knowledge\nRole(A)",
       "r:2:8: expected \":\" at the end of the rule name \"Role(A)\" (knowledge has no name, it "
       "begins with →)"},
      {"%grammar\n:\n  S/A → 'a'", "r:2:1: expected the name of a rule before \":\""},
      {"%grammar\nR: *0\n  S/A → 'a'", "r:2:5: expected a weight above 0, found \"0\""},
      {"%grammar\nR: *many\n  S/A → 'a'", "r:2:5: expected a weight above 0, found \"many\""},
      {"%inference\nR: *2\n  A($X) → B", "r:2:4: only grammar rules have a weight"},
      {"%grammar\nR:\n  S/A → 'a'\nR:\n  S/A → 'b'",
       "r:4:1: there is a rule \"R\" already, in line 2 of r"},
      {"%grammar\nR:\n  S/A → 'a b", "r:3:9: this text has no closing quote"},
      {"%grammar\nR:\n  ⊓⊓ S/A → @", "r:3:12: \"@\" is no sign of the notation"},
      {"%grammar\nR:\n  S/é → 'a'", "r:3:5: \"é\" is no sign of the notation"},
      {"%grammar\nR:\n  S(n:$)/A → 'a'", "r:3:7: expected the name of a variable after $"},
      {"%grammar\nR:\n  S\x01/A → 'a'", "r:3:4: \"\\x01\" is no sign of the notation"},
  };
  for (const Mistake& row : rows) EXPECT_EQ(error_of(row.text), row.message) << row.text;
}

TEST(RuleFile, NamesMistakesOfGrammarRules) {
  const std::vector<Mistake> rows = {
      {"", "r:2:3: expected a category, but the rule ends"},
      {"'a' → S", "r:3:3: expected a category, found \"a\""},
      {"S → 'a'", "r:3:5: expected \"/\" and the logical form of the rule, found \"→\""},
      {"S", "r:3:4: expected \"/\" and the logical form of the rule, but the rule ends"},
      {"S/ → 'a'", "r:3:6: expected a logical form, found \"→\""},
      {"S/A", "r:3:6: expected \"→\", but the rule ends"},
      {"S/A 'a'", "r:3:7: expected \"→\", found \"a\""},
      {"S/A →", "r:3:8: expected a category or a word in quotes, but the rule ends"},
      {"S/A → ' '", "r:3:9: expected a word in the quotes, found \" \""},
      {"S/A → 'a' → 'b'", "r:3:13: expected a category or a word in quotes, found \"→\""},
      {"S/A → T/U", "r:3:11: expected a variable such as _x, found \"U\""},
      {"S/A → T/$u", "r:3:11: expected a variable such as _x, found \"$u\""},
      {"S[T]/A → T/_t", "r:3:5: expected the variable of the head, such as _x, found \"T\""},
      {"S[_t/A → T/_t", "r:3:7: expected \"]\", found \"/\""},
      {"S[_u]/A → T/_t", "r:3:3: the head _u is no constituent on the right"},
      {"S/_u → T/_t", "r:3:5: no constituent on the right gives _u a value"},
      {"S/A → T/_t U/_t", "r:3:14: _t stands for two constituents"},
      {"S()/A → 'a'", "r:3:5: expected an attribute, found \")\""},
      {"S(a)/A → 'a'", "r:3:6: expected \":\", found \")\""},
      {"S(a:)/A → 'a'", "r:3:7: expected a value or a variable such as $n, found \")\""},
      {"S(a:_non_)/A → 'a'", "r:3:7: expected a value or a variable such as $n, found \"_non_\""},
      {"S(a:x|)/A → 'a'", "r:3:9: expected a value, found \")\""},
      {"S(a:x|$n)/A → 'a'", "r:3:9: expected a value, found \"$n\""},
      {"S(-a:$n)/A → 'a'", "r:3:8: expected a value, found \"$n\""},
      {"S(a:x, b:y, a:z)/A → 'a'", "r:3:15: the attribute \"a\" stands here twice"},
      {"S(a:x b:y)/A → 'a'", "r:3:9: expected \")\", found \"b\""},
      {"S/F(A → 'a'", "r:3:9: expected \")\", found \"→\""},
      {"S/∃R → 'a'", "r:3:8: expected \".\", found \"→\""},
      {"S/A ⊓ → 'a'", "r:3:9: expected a logical form, found \"→\""},
      {"S/A → T(a:x)(b:y)", "r:3:15: expected a category or a word in quotes, found \"(\""},
  };
  for (const Mistake& row : rows) {
    EXPECT_EQ(error_of("%grammar\nR:\n  " + row.text), row.message) << row.text;
  }
}

TEST(RuleFile, NamesMistakesOfOtherRules) {
  const std::vector<Mistake> rows = {
      {"%inference\nR:\n  A($X) → B($Y)",
       "r:3:13: nothing on the left of the rule gives $Y a value"},
      {"%inference\nR:\n  A($X) → B C", "r:3:13: expected the end of the rule, found \"C\""},
      {"%inference\nR:\n  Role($X), A($X) → B",
       "r:3:19: expected \":\" after what must be known, found \"→\""},
      {"%inference\nR:\n  A($X): B($X)", "r:3:15: expected \"→\", but the rule ends"},
      {"%inference\nR:\n  $X → A",
       "r:3:3: expected a logical form to be rewritten, found $X, which fits anything or nothing"},
      {"%inference\nR:\n  ⊤ → A",
       "r:3:3: expected a logical form to be rewritten, found ⊤, which fits anything or nothing"},
      {"%inference\nR:\n  A($X) → B(new_var($V), $V)",
       "r:3:21: nothing on the left of the rule gives $V a value"},
      {"%inference\nR:\n  G($X ⊓ $Y, $Z ⊓ $X) → B",
       "r:3:19: $X is a conjunct of the left side twice; a variable can be one only once"},
      {"%inference\nR:\n  Role: A($X) → B",
       "r:3:3: expected what must be known, such as Role($X, $Y)"},
      {"%inference\nR:\n  Role($X ⊓ $Y): A($X) → B",
       "r:3:8: knowledge is made of names and texts, and $X ⊓ $Y is neither"},
      {"%resolution\nR:\n  f($X) → g($Y)",
       "r:3:13: nothing on the left of the rule gives $Y a value"},
      {"%resolution\nR:\n  f($X) →", "r:3:10: expected a logical form, but the rule ends"},
      {"%resolution\nR:\n  f($X) → new_var",
       "r:3:11: expected new_var with one variable, such as new_var($V)"},
      {"%resolution\nR:\n  f($X) → new_var(V)",
       "r:3:11: expected new_var with one variable, such as new_var($V)"},
      {"%knowledge\n→ Role",
       "r:2:3: expected knowledge such as Role(FilmDirector, DirectingAFilm)"},
      {"%knowledge\n→ Role($X)", "r:2:8: knowledge has no variables, and $X is one"},
      {"%knowledge\n→ Role(∃A.B)",
       "r:2:8: knowledge is made of names and texts, and ∃A.B is neither"},
      {"%knowledge\n→ Role(A) B", "r:2:11: expected the end of the rule, found \"B\""},
      {"%knowledge\n→ A ⊓ B",
       "r:2:3: expected knowledge such as Role(FilmDirector, DirectingAFilm)"},
      {"%knowledge\n→", "r:2:2: expected a logical form, but the rule ends"},
  };
  for (const Mistake& row : rows) EXPECT_EQ(error_of(row.text), row.message) << row.text;
}

// --- input that nobody means well with ---------------------------------------------------------

TEST(RuleFile, SurvivesRandomText) {
  const std::vector<std::string> pieces = {"%grammar\n",
                                           "%inference\n",
                                           "%knowledge\n",
                                           "R",
                                           ":",
                                           "\n  ",
                                           "\n",
                                           "→",
                                           "⊓",
                                           "∃",
                                           ".",
                                           "(",
                                           ")",
                                           "[",
                                           "]",
                                           "'",
                                           "\"",
                                           "$X",
                                           "_x",
                                           "/",
                                           "|",
                                           ",",
                                           "-",
                                           "*",
                                           "#"};
  int errors = 0;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    Stream stream(stream_key(2, "rule_file_test"), {Purpose::kItem, 0, i, 0});
    std::string text = i % 2 == 0 ? "" : "%resolution\nA:\n  ";
    for (std::uint64_t n = stream.below(60); n > 0; --n) {
      if (i % 3 == 0) {
        text += static_cast<char>(stream.below(256));
      } else {
        text += pieces[stream.below(pieces.size())];
      }
    }
    const std::string error = error_of(text);
    if (error.starts_with("no error")) continue;
    ++errors;
    EXPECT_TRUE(error.starts_with("r:")) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    EXPECT_LT(error.size(), 200U) << error;
  }
  EXPECT_GT(errors, 2000);
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(RuleFile, StopsAtDeepNests) {
  const std::string head = "%inference\nR:\n  A($X) → ";
  for (const std::string piece : {"(", "F(", "∃", "∃A.", "(A ⊓ "}) {
    const std::string error = error_of(head + repeated(piece, 100'000));
    EXPECT_NE(error.find("this is nested too deeply, more than 200 levels"), std::string::npos)
        << piece << ": " << error;
  }
  EXPECT_EQ(error_of(head + repeated("(", 150) + "A" + repeated(")", 150)), "no error: 0 1 0 0");
}

// A reader that goes back to the beginning of the line for every token needs minutes.
TEST(RuleFile, ReadsLongLines) {
  const auto begin = std::chrono::steady_clock::now();
  const std::size_t many = 250'000;
  EXPECT_EQ(error_of("%grammar\nR:\n  S/A →" + repeated(" 'a'", many)), "no error: 1 0 0 0");
  EXPECT_EQ(error_of("%knowledge\n→ Role(A" + repeated(",A ", many) + ")"), "no error: 0 0 0 1");
  EXPECT_EQ(error_of("%knowledge\n→ Role(A" + repeated(",A ", many)),
            fmt::format("r:2:{}: expected \")\", but the rule ends", 8 + many * 3));
  EXPECT_EQ(error_of("%inference\nR:\n  A($X) → A" + repeated(" ⊓A", many)), "no error: 0 1 0 0");
  std::string features;
  for (std::size_t i = 0; i < 60'000; ++i) features += fmt::format("a{}:x,", i);
  EXPECT_EQ(error_of("%grammar\nR:\n  S(" + features + "b:y)/A → 'a'"), "no error: 1 0 0 0");
  EXPECT_EQ(error_of(repeated("'", 1'000'000)).substr(0, 28), "r:1:1: expected a section be");
  EXPECT_EQ(error_of("%grammar\nR:\n  " + repeated("'", 1'000'000)),
            "r:3:3: expected a category, found \"\"");
  EXPECT_EQ(error_of("%grammar\nR:\n  " + repeated("'", 1'000'001)),
            "r:3:1000003: this text has no closing quote");
  EXPECT_EQ(error_of("%grammar\nR:\n  \"" + repeated("'", 1'000'000)),
            "r:3:3: this text has no closing quote");
  EXPECT_EQ(error_of("%grammar\n" + repeated("N", 1'000'000)),
            "r:2:1000001: expected \":\" at the end of the rule name \"" + repeated("N", 60) +
                "...\"; the rule itself is indented below its name");
  EXPECT_EQ(error_of("%" + repeated("grammar ", 100'000)).substr(0, 32),
            "r:1:1: there is no section \"gram");
  const auto taken = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(std::chrono::duration<double>(taken).count(), 20);
}

}  // namespace
}  // namespace assay::rules
