#include "assay/inference/inference_rules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "assay/inference/decision_testing.h"
#include "assay/logic/notation.h"

namespace assay::logic {
namespace {

std::string list_text(const FormulaStore& store, const std::vector<FormulaId>& ids) {
  std::string text;
  for (const FormulaId id : ids) {
    if (!text.empty()) text += "; ";
    text += to_text(store, id, plain_names());
  }
  return text;
}

// The released rules in their order: name, premises, then inferences | contradictions | unrelated.
// With what is right where they are wrong: what conjunction leaves open (p -> q there), and the
// contradiction of disjunction elimination. Quantified rules also say what they leave open.
constexpr std::string_view kTable = R"(
modus ponens
  p -> q; p
  q | ~q | r; ~r
modus tollens
  p -> q; ~q
  ~p | p | r; ~r
modus tollens
  p -> ~q; q
  ~p | p | r; ~r
incorrect modus tollens
  p -> q; q
   |  | p
transitivity
  p -> q; q -> r
  p -> r | ~(p -> r) | p; q; r
disjunctive syllogism
  p or q; ~p
  q | ~q | r; ~r
addition
  p
  p or q | ~p | r; ~r
simplification
  p and q
  p; q | ~p; ~q | r; ~r
conjunction
  p; q
  p and q | ~p; ~q | r; ~r
resolution
  p or q; ~p or r
  q or r |  | q; r
rewriting
  p or ~q
  q -> p |  |
disjunction elimination
  p -> r; q -> r; p or q
  r | ~r | s
biconditional introduction
  p -> q; q -> p
  p <-> q | ~(p <-> q) |
biconditional elimination
  p <-> q
  p -> q | ~(p -> q) |
biconditional elimination
  p <-> q
  q -> p | ~(q -> p) |
biconditional elimination
  p <-> q; ~p
  ~q | q |
biconditional elimination
  p <-> q; ~q
  ~p | p |
universal instantiation
  forall x: P(x)
  P(a) | ~P(a) | Q(a); ~Q(a)
existential generalization
  P(a)
  exists x: P(x) |  | forall x: P(x); Q(a); P(b)
universal modus ponens
  forall x: P(x) -> Q(x); forall x: P(x)
  forall x: Q(x) | exists x: ~Q(x) | forall x: R(x); forall x: ~R(x)
existential modus ponens
  exists x: P(x) -> Q(x); forall x: P(x)
  exists x: Q(x) | forall x: ~Q(x) | exists x: R(x); exists x: ~R(x)
existential modus ponens
  forall x: P(x) -> Q(x); exists x: P(x)
  exists x: Q(x) | forall x: ~Q(x) | exists x: R(x); exists x: ~R(x)
universal modus tollens
  forall x: P(x) -> Q(x); forall x: ~Q(x)
  forall x: ~P(x) | exists x: P(x) | forall x: R(x); forall x: ~R(x)
existential modus tollens
  exists x: P(x) -> Q(x); forall x: ~Q(x)
  exists x: ~P(x) | forall x: P(x) | exists x: R(x); exists x: ~R(x)
existential modus tollens
  forall x: P(x) -> Q(x); exists x: ~Q(x)
  exists x: ~P(x) | forall x: P(x) | exists x: R(x); exists x: ~R(x)
universal modus tollens
  forall x: P(x) -> ~Q(x); forall x: Q(x)
  forall x: ~P(x) | exists x: P(x) | forall x: R(x); forall x: ~R(x)
existential modus tollens
  exists x: P(x) -> ~Q(x); forall x: Q(x)
  exists x: ~P(x) | forall x: P(x) | exists x: R(x); exists x: ~R(x)
existential modus tollens
  forall x: P(x) -> ~Q(x); exists x: Q(x)
  exists x: ~P(x) | forall x: P(x) | exists x: R(x); exists x: ~R(x)
universal incorrect modus tollens
  forall x: P(x) -> Q(x); forall x: Q(x)
   |  | forall x: P(x)
existential incorrect modus tollens
  exists x: P(x) -> Q(x); forall x: Q(x)
   |  | exists x: P(x)
existential incorrect modus tollens
  forall x: P(x) -> Q(x); exists x: Q(x)
   |  | exists x: P(x)
universal transitivity
  forall x: P(x) -> Q(x); forall x: Q(x) -> R(x)
  forall x: P(x) -> R(x) | exists x: ~(P(x) -> R(x)) | forall x: P(x); forall x: Q(x); forall x: R(x)
existential transitivity
  exists x: P(x) -> Q(x); forall x: Q(x) -> R(x)
  exists x: P(x) -> R(x) | forall x: ~(P(x) -> R(x)) | exists x: P(x); exists x: Q(x); exists x: R(x)
existential transitivity
  forall x: P(x) -> Q(x); exists x: Q(x) -> R(x)
  exists x: P(x) -> R(x) | forall x: ~(P(x) -> R(x)) | exists x: P(x); exists x: Q(x); exists x: R(x)
universal disjunctive syllogism
  forall x: P(x) or Q(x); forall x: ~P(x)
  forall x: Q(x) | exists x: ~Q(x) | forall x: R(x); forall x: ~R(x)
existential disjunctive syllogism
  exists x: P(x) or Q(x); forall x: ~P(x)
  exists x: Q(x) | forall x: ~Q(x) | exists x: R(x); exists x: ~R(x)
existential disjunctive syllogism
  forall x: P(x) or Q(x); exists x: ~P(x)
  exists x: Q(x) | forall x: ~Q(x) | exists x: R(x); exists x: ~R(x)
universal addition
  forall x: P(x)
  forall x: P(x) or Q(x) | exists x: ~(P(x) or Q(x)) | forall x: R(x); forall x: ~R(x)
existential addition
  exists x: P(x)
  exists x: P(x) or Q(x) | forall x: ~(P(x) or Q(x)) | exists x: R(x); exists x: ~R(x)
universal simplification
  forall x: P(x) and Q(x)
  forall x: P(x); forall x: Q(x) | exists x: ~P(x); exists x: ~Q(x) | forall x: R(x); forall x: ~R(x)
existential simplification
  exists x: P(x) and Q(x)
  exists x: P(x); exists x: Q(x) | forall x: ~P(x); forall x: ~Q(x) | exists x: R(x); exists x: ~R(x)
universal conjunction
  forall x: P(x); forall x: Q(x)
  forall x: P(x) and Q(x) | exists x: ~(P(x) and Q(x)) | forall x: R(x); forall x: ~R(x)
existential conjunction
  exists x: P(x); forall x: Q(x)
  exists x: P(x) and Q(x) | forall x: ~(P(x) and Q(x)) | exists x: R(x); exists x: ~R(x)
existential conjunction
  forall x: P(x); exists x: Q(x)
  exists x: P(x) and Q(x) | forall x: ~(P(x) and Q(x)) | exists x: R(x); exists x: ~R(x)
universal resolution
  forall x: P(x) or Q(x); forall x: ~P(x) or R(x)
  forall x: Q(x) or R(x) | exists x: ~(Q(x) or R(x)) | forall x: Q(x); forall x: R(x)
existential resolution
  exists x: P(x) or Q(x); forall x: ~P(x) or R(x)
  exists x: Q(x) or R(x) | forall x: ~(Q(x) or R(x)) | exists x: Q(x); exists x: R(x)
existential resolution
  forall x: P(x) or Q(x); exists x: ~P(x) or R(x)
  exists x: Q(x) or R(x) | forall x: ~(Q(x) or R(x)) | exists x: Q(x); exists x: R(x)
universal rewriting
  forall x: P(x) or ~Q(x)
  forall x: Q(x) -> P(x) | exists x: ~(Q(x) -> P(x)) |
existential rewriting
  exists x: P(x) or ~Q(x)
  exists x: Q(x) -> P(x) | forall x: ~(Q(x) -> P(x)) |
universal disjunction elimination
  forall x: P(x) -> R(x); forall x: Q(x) -> R(x); forall x: P(x) or Q(x)
  forall x: R(x) | exists x: ~R(x) | forall x: S(x)
existential disjunction elimination
  exists x: P(x) -> R(x); forall x: Q(x) -> R(x); forall x: P(x) or Q(x)
  exists x: R(x) | forall x: ~R(x) | exists x: S(x)
existential disjunction elimination
  forall x: P(x) -> R(x); exists x: Q(x) -> R(x); forall x: P(x) or Q(x)
  exists x: R(x) | forall x: ~R(x) | exists x: S(x)
existential disjunction elimination
  forall x: P(x) -> R(x); forall x: Q(x) -> R(x); exists x: P(x) or Q(x)
  exists x: R(x) | forall x: ~R(x) | exists x: S(x)
universal biconditional introduction
  forall x: P(x) -> Q(x); forall x: Q(x) -> P(x)
  forall x: P(x) <-> Q(x) | exists x: ~(P(x) <-> Q(x)) |
existential biconditional introduction
  exists x: P(x) -> Q(x); forall x: Q(x) -> P(x)
  exists x: P(x) <-> Q(x) | forall x: ~(P(x) <-> Q(x)) |
existential biconditional introduction
  forall x: P(x) -> Q(x); exists x: Q(x) -> P(x)
  exists x: P(x) <-> Q(x) | forall x: ~(P(x) <-> Q(x)) |
universal biconditional elimination
  forall x: P(x) <-> Q(x)
  forall x: P(x) -> Q(x) | exists x: ~(P(x) -> Q(x)) |
existential biconditional elimination
  exists x: P(x) <-> Q(x)
  exists x: P(x) -> Q(x) | forall x: ~(P(x) -> Q(x)) |
universal biconditional elimination
  forall x: P(x) <-> Q(x)
  forall x: Q(x) -> P(x) | exists x: ~(Q(x) -> P(x)) |
existential biconditional elimination
  exists x: P(x) <-> Q(x)
  exists x: Q(x) -> P(x) | forall x: ~(Q(x) -> P(x)) |
universal biconditional elimination
  forall x: P(x) <-> Q(x); forall x: ~P(x)
  forall x: ~Q(x) | exists x: Q(x) |
existential biconditional elimination
  exists x: P(x) <-> Q(x); forall x: ~P(x)
  exists x: ~Q(x) | forall x: Q(x) |
existential biconditional elimination
  forall x: P(x) <-> Q(x); exists x: ~P(x)
  exists x: ~Q(x) | forall x: Q(x) |
universal biconditional elimination
  forall x: P(x) <-> Q(x); forall x: ~Q(x)
  forall x: ~P(x) | exists x: P(x) |
existential biconditional elimination
  exists x: P(x) <-> Q(x); forall x: ~Q(x)
  exists x: ~P(x) | forall x: P(x) |
existential biconditional elimination
  forall x: P(x) <-> Q(x); exists x: ~Q(x)
  exists x: ~P(x) | forall x: P(x) |
)";

TEST(InferenceRules, TheTable) {
  const RuleBook book;
  const FormulaStore& store = book.schemas();
  std::string table = "\n";
  for (const InferenceRule& rule : book.rules()) {
    table += fmt::format("{}\n  {}\n  {} | {} | {}", rule.name, list_text(store, rule.premises),
                         list_text(store, rule.inferences), list_text(store, rule.contradictions),
                         list_text(store, rule.unrelated));
    while (table.back() == ' ') table.pop_back();
    table += '\n';
  }
  EXPECT_EQ(table, kTable);
  EXPECT_EQ(book.size(), 66U);
}

TEST(InferenceRules, CountsOfThePaper) {
  const RuleBook book;
  std::set<std::string> names;
  for (const InferenceRule& rule : book.rules()) names.insert(rule.name);
  EXPECT_EQ(names.size(), 41U);
  std::vector<std::size_t> premises;
  for (std::size_t i = 0; i < RuleBook::kPropositional; ++i) {
    premises.push_back(book.rules()[i].premises.size());
  }
  EXPECT_EQ(premises,
            (std::vector<std::size_t>{2, 2, 2, 2, 2, 2, 1, 1, 2, 2, 1, 3, 2, 1, 1, 2, 2}));
  EXPECT_EQ(book[RuleBook::kInstantiation].name, "universal instantiation");
  EXPECT_EQ(book[RuleBook::kGeneralization].name, "existential generalization");
}

// What is not asked for in one step: conclusions with a symbol that no premise has.
TEST(InferenceRules, AddsSymbols) {
  const RuleBook book;
  std::multiset<std::string> names;
  for (const InferenceRule& rule : book.rules()) {
    if (rule.adds_symbols) names.insert(rule.name);
  }
  EXPECT_EQ(names, (std::multiset<std::string>{"addition", "existential addition",
                                               "universal addition", "universal instantiation"}));
}

TEST(InferenceRules, Names) {
  const RuleBook book;
  EXPECT_TRUE(book.has_name("modus ponens"));
  EXPECT_TRUE(book.has_name("existential biconditional elimination"));
  for (const char* name : {"", "modus", "Modus ponens", "modus ponens ", "universal"}) {
    EXPECT_FALSE(book.has_name(name)) << name;
  }
}

// The same for every literal, so it is enough to ask it of the schemas.
TEST(InferenceRules, SayWhatIsTrue) {
  const RuleBook book;
  const FormulaStore& store = book.schemas();
  witness::Models models(store);
  Decider decider;
  for (const InferenceRule& rule : book.rules()) {
    const auto check = [&](const std::vector<FormulaId>& asked, Standing standing) {
      for (const FormulaId id : asked) {
        EXPECT_EQ(models.standing(rule.premises, id), standing)
            << rule.name << ": " << to_text(store, id, plain_names());
        EXPECT_EQ(decider.standing(store, rule.premises, id), standing)
            << rule.name << ": " << to_text(store, id, plain_names());
      }
    };
    check(rule.inferences, Standing::kEntailed);
    check(rule.contradictions, Standing::kRefuted);
    check(rule.unrelated, Standing::kOpen);
    EXPECT_EQ(rule.inferences.empty(), rule.name.ends_with("incorrect modus tollens"));
  }
}

// Where the released table says p -> q, p and q imply it.
TEST(InferenceRules, ConjunctionImpliesTheImplication) {
  FormulaStore store;
  const std::vector<FormulaId> premises{store.proposition(0), store.proposition(1)};
  const FormulaId implication = store.binary(Op::kImplies, premises[0], premises[1]);
  EXPECT_EQ(Decider().standing(store, premises, implication), Standing::kEntailed);
}

}  // namespace
}  // namespace assay::logic
