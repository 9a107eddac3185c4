#include "assay/logic/notation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "assay/base/random.h"
#include "assay/logic/random_formulas_testing.h"

namespace assay::logic {
namespace {

std::string read_and_print(std::string_view text) {
  FormulaStore store;
  Names names = plain_names();
  const ParsedFormula parsed = parse_formula(text, store, names);
  EXPECT_EQ(parsed.id == kNoFormula, !parsed.problem.empty()) << text;
  return parsed.problem.empty() ? to_text(store, parsed.id, names) : parsed.problem;
}

TEST(Notation, PrintsAsItReads) {
  for (const std::string_view text : {
           "p",
           "w_4",
           "~p",
           "P(a)",
           "~Q_2(j_3)",
           "p -> q_2",
           "p <-> q",
           "p and ~q",
           "~p or q",
           "P(a) -> ~P(b)",
           "~(p -> q)",
           "(~(p and q)) or ~r",
           "(p -> q) -> (q -> p)",
           "((p or q) and r) <-> (~(s -> (t or ~u)))",
           "forall x: P(x)",
           "exists x: ~P(x)",
           "forall x: P(x) -> Q_2(x)",
           "exists x: (P(x) and ~Q(x)) or (~(R(x) <-> P(x)))",
           "forall x: ~(P(x) -> p)",
           "exists x: P(x) and Q(a)",
           "forall x: p",
           "~(forall x: P(x))",
           "~(exists x: P(x) -> ~Q(x))",
       }) {
    EXPECT_EQ(read_and_print(text), text);
  }
}

TEST(Notation, ReadsWhatIsWrittenOtherwise) {
  struct Case {
    std::string_view text;
    std::string_view printed;
  };
  for (const auto& [text, printed] : std::vector<Case>{
           {"  p  ", "p"},
           {"(p)", "p"},
           {"((~(p)))", "~p"},
           {"~(p and q) or r", "(~(p and q)) or r"},
           {"~~p", "p"},
           {"~~~p", "~p"},
           {"~(~(p and q))", "p and q"},
           {"p->q", "p -> q"},
           {"p<->q", "p <-> q"},
           {"(p)and(q)", "p and q"},
           {"(p -> q)", "p -> q"},
           {"P( a )", "P(a)"},
           {"forall y: P(y)", "forall x: P(x)"},
           {"exists z_12:P(z_12)", "exists x: P(x)"},
           {"forall x: (P(x) -> Q(x))", "forall x: P(x) -> Q(x)"},
           {"(forall x: P(x))", "forall x: P(x)"},
           {"~((forall x: P(x)))", "~(forall x: P(x))"},
           {"~~(forall x: P(x))", "forall x: P(x)"},
           {"~(~(exists y: P(y)))", "exists x: P(x)"},
       }) {
    EXPECT_EQ(read_and_print(text), printed) << text;
  }
}

// What is expected, and where; empty: at the end.
struct BadText {
  std::string_view text;
  std::string_view expected;
  std::string_view at;
};

TEST(Notation, BadTexts) {
  using namespace std::string_view_literals;  // a text with a 0 in it
  constexpr std::string_view kAtom = "a proposition, a predicate, \"~\" or \"(\"";
  constexpr std::string_view kArgument = "a constant or the variable of the quantifier before this";
  constexpr std::string_view kVariableName = "a variable (x, y, z)";
  const std::vector<BadText> cases{
      // Nothing, or not all of it.
      {"", kAtom, ""},
      {"   ", kAtom, ""},
      {"~", kAtom, ""},
      {"(", kAtom, ""},
      {"p ->", kAtom, ""},
      {"p and ~", kAtom, ""},
      {"p or", kAtom, ""},
      {"forall x:", kAtom, ""},
      {"p -", "the end", "-"},
      {"p <-", "the end", "<-"},
      {"P", "\"(\"", ""},
      {"P(", kArgument, ""},
      {"P(a", "\")\"", ""},
      {"forall", kVariableName, ""},
      {"forall x", "\":\"", ""},
      // Parentheses.
      {"(p -> q", "\")\"", ""},
      {"p -> q)", "the end", ")"},
      {"p)", "the end", ")"},
      {"()", kAtom, ")"},
      {"(p q)", "\")\"", "q)"},
      {"p(a)", "the end", "(a)"},
      {"P a", "\"(\"", "a"},
      {"P(a, b)", "\")\"", ", b)"},
      // Operators of one level, without parentheses.
      {"p -> q -> r", "the end", "-> r"},
      {"p and q or r", "the end", "or r"},
      {"forall x: P(x) and Q(x) and R(x)", "the end", "and R(x)"},
      // Words.
      {"p q", "the end", "q"},
      {"p andq", "the end", "andq"},
      {"p implies q", "the end", "implies q"},
      {"pq", kAtom, "pq"},
      {"p_", kAtom, "p_"},
      {"p_x", kAtom, "p_x"},
      {"p2", kAtom, "p2"},
      {"p__2", kAtom, "p__2"},
      {"p_12345678901", kAtom, "p_12345678901"},
      {"v", kAtom, "v"},
      {"a", kAtom, "a"},
      {"x", kAtom, "x"},
      {"V(a)", kAtom, "V(a)"},
      {"AND", kAtom, "AND"},
      {"Forall x: P(x)", kAtom, "Forall x: P(x)"},
      // Variables.
      {"P(x)", kArgument, "x)"},
      {"forall x: P(y)", kArgument, "y)"},
      {"forall x_1: P(x)", kArgument, "x)"},
      {"forall x: P(x_1)", kArgument, "x_1)"},
      {"P(k)", kArgument, "k)"},
      {"P()", kArgument, ")"},
      {"P(p)", kArgument, "p)"},
      {"forall a: P(a)", kVariableName, "a: P(a)"},
      {"forall w: P(w)", kVariableName, "w: P(w)"},
      {"forall: P(x)", kVariableName, ": P(x)"},
      {"forall x P(x)", "\":\"", "P(x)"},
      {"forallx: P(x)", kAtom, "forallx: P(x)"},
      // Quantifiers inside of other formulas.
      {"forall x: exists y: P(y)", kAtom, "exists y: P(y)"},
      {"forall x: (exists y: P(y))", kAtom, "exists y: P(y))"},
      {"p and (forall x: P(x))", kAtom, "forall x: P(x))"},
      {"(forall x: P(x)) and p", "the end", "and p"},
      {"((forall x: P(x)) and p)", "\")\"", "and p)"},
      {"~(forall x: P(x)) or p", "the end", "or p"},
      {"~forall x: P(x)", kAtom, "forall x: P(x)"},
      // Stray bytes, safe to print and not too many of them.
      {"p & q", "the end", "& q"},
      {"p\tand q", "the end", "\\x09and q"},
      {"p\n", "the end", "\\x0a"},
      {"p\0q"sv, "the end", "\\x00q"},
      {"\x1b[31mp", kAtom, "\\x1b[31mp"},
      {"¬p", kAtom, "¬p"},
      {"p → q", "the end", "→ q"},
      {"∀x: P(x)", kAtom, "∀x: P(x)"},
      // A letter of another alphabet.
      {"р and q", kAtom, "р and q"},
      {"p 0123456789012345678901234567890123456789", "the end", "012345678901234567890123456789"},
      {"p ..........................∀∀", "the end", "..........................∀"},
  };
  for (const auto& [text, expected, at] : cases) {
    const std::string problem = at.empty()
                                    ? fmt::format("expected {} where the text ends", expected)
                                    : fmt::format("expected {} at \"{}\"", expected, at);
    EXPECT_EQ(read_and_print(text), problem) << text;
  }
}

TEST(Notation, DeepNesting) {
  const auto nested = [](std::size_t depth, std::string_view opening, std::string_view closing) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += opening;
    text += 'p';
    for (std::size_t i = 0; i < depth; ++i) text += closing;
    return text;
  };
  EXPECT_EQ(read_and_print(nested(49, "(", ")")), "p");
  EXPECT_EQ(read_and_print(nested(49, "~", "")), "~p");
  const std::string deep = nested(49, "(p and ", ")");
  EXPECT_EQ("(" + read_and_print(deep) + ")", deep);
  const std::string_view too_deep =
      "expected fewer operators in one "
      "another at ";
  EXPECT_TRUE(read_and_print(nested(50, "(", ")")).starts_with(too_deep));
  for (const std::string_view opening : {"(", "~", "~(", "(p and ", "((p) or "}) {
    EXPECT_TRUE(read_and_print(nested(200'000, opening, "")).starts_with(too_deep)) << opening;
  }
  // Side by side is not in one another.
  std::string wide = nested(40, "(", ")");
  wide = wide + " and (" + wide + " or " + wide + ")";
  EXPECT_EQ(read_and_print(wide), "p and (p or p)");
}

TEST(Notation, NewSymbolsAreAddedInTheOrderOfTheText) {
  FormulaStore store;
  Names names;
  const ParsedFormula first = parse_formula("q_3 -> (P(b) or q_3)", store, names);
  const ParsedFormula second = parse_formula(
      "exists y: R(y) and (P(a) or "
      "p)",
      store, names);
  EXPECT_EQ(names.propositions, (std::vector<std::string>{"q_3", "p"}));
  EXPECT_EQ(names.predicates, (std::vector<std::string>{"P", "R"}));
  EXPECT_EQ(names.constants, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(names.variable, "x");
  names.propositions = {"s", "t_1"};
  names.variable = "z_2";
  EXPECT_EQ(to_text(store, first.id, names), "s -> (P(b) or s)");
  EXPECT_EQ(to_text(store, second.id, names),
            "exists z_2: R(z_2) and (P(a) or "
            "t_1)");
  std::string text = "We know ";
  append_text(text, store, store.predicate(1, constant(1)), names);
  EXPECT_EQ(text, "We know R(a)");
}

TEST(Notation, PlainNames) {
  const Names names = plain_names();
  EXPECT_EQ(names.propositions, (std::vector<std::string>{"p", "q", "r", "s", "t", "u", "w"}));
  EXPECT_EQ(names.predicates, (std::vector<std::string>{"P", "Q", "R", "S", "T", "U", "W"}));
  EXPECT_EQ(names.constants.size(), 10U);
  EXPECT_EQ(names.constants.back(), "j");
  EXPECT_EQ(names.variable, "x");
}

// ¬¬ is the one thing that is not read
// back as it was.
FormulaId without_double_negation(FormulaStore& store, FormulaId id) {
  const Formula formula = store[id];
  if (formula.op <= Op::kPredicate) return id;
  const FormulaId first = without_double_negation(store, formula.first);
  if (formula.op == Op::kNot) return store.complement(first);
  if (is_quantifier(formula.op)) return store.quantified(formula.op, first);
  return store.binary(formula.op, first, without_double_negation(store, formula.second));
}

TEST(Notation, RandomFormulasComeBack) {
  FormulaStore store;
  Names names = plain_names();
  names.variable = "y_7";
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Stream stream(stream_key(1, "notation"), {Purpose::kUnit, i});
    store.clear();
    const FormulaId made = witness::random_formula(stream, store, {4, 3, 2});
    const std::string text = to_text(store, made, names);
    const ParsedFormula parsed = parse_formula(text, store, names);
    ASSERT_EQ(parsed.problem, "") << text;
    ASSERT_EQ(parsed.id, without_double_negation(store, made)) << text;
  }
}

// Bytes of any kind, and pieces of
// formulas in any order: a formula that
// prints and reads back as itself, or one
// line without control characters.
TEST(Notation, AnyBytes) {
  const std::vector<std::string> pieces{
      "p",  "q_1",   "P",      "(",      ")",  "P(a)", "Q(x)", "x", "~", " ",      "->", "<->",
      "or", " and ", "forall", "exists", ": ", "x:",   "y_2",  "b", "_", "P_3(x)", "<",  "-"};
  FormulaStore store;
  int formulas = 0;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    Stream stream(stream_key(2, "notation"), {Purpose::kUnit, i});
    std::string text;
    const bool bytes = i % 4 == 0;
    for (std::uint64_t left = stream.below(12); left > 0; --left) {
      if (bytes) {
        text += static_cast<char>(stream.below(256));
      } else {
        text += pieces[stream.below(pieces.size())];
      }
    }
    store.clear();
    Names names;
    const ParsedFormula parsed = parse_formula(text, store, names);
    ASSERT_EQ(parsed.id == kNoFormula, !parsed.problem.empty()) << text;
    if (parsed.problem.empty()) {
      ++formulas;
      const std::string printed = to_text(store, parsed.id, names);
      ASSERT_EQ(parse_formula(printed, store, names).id, parsed.id) << text;
    }
    for (const char c : parsed.problem) ASSERT_GE(static_cast<unsigned char>(c), 0x20) << text;
  }
  EXPECT_GT(formulas, 1500);
}

}  // namespace
}  // namespace assay::logic
