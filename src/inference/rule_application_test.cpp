#include "assay/inference/rule_application.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "assay/inference/decision.h"
#include "assay/inference/formula_texts_testing.h"
#include "assay/inference/one_step_testing.h"

namespace assay::logic {
namespace {

using witness::Texts;

const RuleBook& book() {
  static const RuleBook kBook;
  return kBook;
}

// "conclusion by rule", in the order of one_step_inferences.
std::vector<std::string> one_step(std::string_view premises) {
  Texts texts;
  const auto given = texts.list(premises);
  std::vector<Step> steps{{}};  // what was there goes
  one_step_inferences(book(), texts.store, given, steps);
  std::vector<std::string> lines;
  for (const Step& step : steps) {
    EXPECT_TRUE(
        is_licensed(book(), book()[step.rule].name, texts.store, step.used(), step.conclusion));
    lines.push_back(texts.text(step.conclusion) + " by " + book()[step.rule].name);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(OneStep, ModusPonens) {
  EXPECT_EQ(one_step("p -> q; p"), Lines{"q by modus ponens"});
  EXPECT_EQ(one_step("p; p -> q"), Lines{"q by modus ponens"});
  EXPECT_EQ(one_step("~p -> q; ~p"), Lines{"q by modus ponens"});
  EXPECT_EQ(one_step("p -> ~q; p"), Lines{"~q by modus ponens"});
  EXPECT_EQ(one_step("~p -> ~q; ~p"), Lines{"~q by modus ponens"});
  EXPECT_EQ(one_step("p -> ~p; p"), Lines{"~p by modus ponens"});
}

TEST(OneStep, ModusTollens) {
  EXPECT_EQ(one_step("p -> q; ~q"), Lines{"~p by modus tollens"});
  EXPECT_EQ(one_step("p -> ~q; q"), Lines{"~p by modus tollens"});
  EXPECT_EQ(one_step("~p -> q; ~q"), Lines{"p by modus tollens"});
  EXPECT_EQ(one_step("~p -> ~q; q"), Lines{"p by modus tollens"});
  EXPECT_EQ(one_step("p -> q; q"), Lines{});
}

// The released generator gives up on a predicate of a constant that occurs twice.
TEST(OneStep, PredicatesOfConstants) {
  EXPECT_EQ(one_step("P(a) -> Q(a); P(a)"),
            (Lines{"Q(a) by modus ponens", "exists x: P(x) by existential generalization"}));
  EXPECT_EQ(one_step("P(a) -> Q(a); ~Q(a)"),
            (Lines{"~P(a) by modus tollens", "exists x: ~Q(x) by existential generalization"}));
  EXPECT_EQ(one_step("P(a) -> Q(a); P(b)"), Lines{"exists x: P(x) by existential generalization"});
  EXPECT_EQ(one_step("P(a) or p; ~P(a) or q"),
            (Lines{"p or q by resolution", "q or p by resolution", "~p -> P(a) by rewriting",
                   "~q -> ~P(a) by rewriting"}));
  // No new predicate may arise where a released answer had one.
  EXPECT_EQ(one_step("p or R(a)"), Lines{"~R(a) -> p by rewriting"});
}

TEST(OneStep, Conjunction) {
  EXPECT_EQ(one_step("p; ~q"), (Lines{"p and ~q by conjunction", "~q and p by conjunction"}));
  EXPECT_EQ(one_step("p"), Lines{});
  EXPECT_EQ(one_step("p; p"), Lines{});
  EXPECT_EQ(one_step("p; q; q and p"), Lines{"p and q by conjunction"});
}

TEST(OneStep, EachRule) {
  EXPECT_EQ(one_step("p -> q; q -> r"), Lines{"p -> r by transitivity"});
  EXPECT_EQ(one_step("p -> ~q; ~q -> ~r"), Lines{"p -> ~r by transitivity"});
  EXPECT_EQ(one_step("p or q; ~p"), (Lines{"q by disjunctive syllogism", "~q -> p by rewriting"}));
  EXPECT_EQ(one_step("p and ~q"), (Lines{"p by simplification", "~q by simplification"}));
  EXPECT_EQ(one_step("p or ~q"), Lines{"q -> p by rewriting"});
  EXPECT_EQ(one_step("p -> r; q -> r; p or q"),
            (Lines{"~q -> p by rewriting", "r by disjunction elimination"}));
  EXPECT_EQ(one_step("p -> q; q -> p"), (Lines{"p <-> q by biconditional introduction",
                                               "q <-> p by biconditional introduction"}));
  EXPECT_EQ(one_step("p <-> ~q; q"),
            (Lines{"p -> ~q by biconditional elimination", "~q -> p by biconditional elimination",
                   "~p by biconditional elimination"}));
}

TEST(OneStep, Quantified) {
  EXPECT_EQ(one_step("forall x: P(x) -> ~Q(x); forall x: P(x)"),
            Lines{"forall x: ~Q(x) by universal modus ponens"});
  EXPECT_EQ(one_step("forall x: P(x) -> Q(x); exists x: P(x)"),
            Lines{"exists x: Q(x) by existential modus ponens"});
  EXPECT_EQ(one_step("exists x: P(x) -> Q(x); forall x: P(x)"),
            Lines{"exists x: Q(x) by existential modus ponens"});
  EXPECT_EQ(one_step("exists x: P(x) -> Q(x); exists x: P(x)"), Lines{});
  EXPECT_EQ(one_step("exists x: P(x) and ~Q(x)"),
            (Lines{"exists x: P(x) by existential simplification",
                   "exists x: ~Q(x) by existential simplification"}));
  EXPECT_EQ(one_step("forall x: P(x); exists x: Q(x)"),
            (Lines{"exists x: Q(x) and P(x) by existential conjunction",
                   "exists x: P(x) and Q(x) by existential conjunction"}));
  // Addition and instantiation are left out; letters of quantified rules are predicates of x.
  EXPECT_EQ(one_step("forall x: P(x)"), Lines{});
  EXPECT_EQ(one_step("forall x: P(x) -> q; forall x: P(x)"), Lines{});
  EXPECT_EQ(one_step("~(forall x: P(x)); q"), Lines{});
}

// Letters stand for literals only.
TEST(OneStep, NotForLargerFormulas) {
  EXPECT_EQ(one_step("(p and q) -> r; p and q"),
            (Lines{"p by simplification", "q by simplification"}));
  EXPECT_EQ(one_step("p -> (q or r); p"), Lines{});
  EXPECT_EQ(one_step("~(p -> q); r"), Lines{});
  EXPECT_EQ(one_step("~(p or q)"), Lines{});
}

TEST(OneStep, NothingTwiceAndNoPremise) {
  EXPECT_EQ(one_step("p -> q; p; q"), (Lines{"p and q by conjunction", "q and p by conjunction"}));
  EXPECT_EQ(one_step("p -> q; r -> q; p; r").front(), "q by modus ponens");
  const Lines lines = one_step("p -> q; r -> q; p; r; p or r");
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "q by modus ponens"), 1);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "q by disjunction elimination"), 0);
  EXPECT_EQ(one_step(""), Lines{});
}

TEST(OneStep, AgreesWithTryingAllLiterals) {
  const Key key = stream_key(1, "one step");
  FormulaStore store;
  std::vector<Step> steps;
  Decider decider;
  std::set<RuleNumber> used;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Stream stream(key, {Purpose::kUnit, i});
    store.clear();
    const auto premises = witness::random_premises(stream, book(), store);
    one_step_inferences(book(), store, premises, steps);
    std::set<FormulaId> conclusions;
    for (const Step& step : steps) {
      used.insert(step.rule);
      ASSERT_TRUE(conclusions.insert(step.conclusion).second) << i;
      ASSERT_TRUE(decider.entails(store, step.used(), step.conclusion)) << i;
      ASSERT_TRUE(is_licensed(book(), book()[step.rule].name, store, step.used(), step.conclusion))
          << i;
      RuleNumber found = 0;
      ASSERT_TRUE(find_rule(book(), store, step.used(), step.conclusion, found)) << i;
      ASSERT_LE(found, step.rule) << i;
    }
    ASSERT_EQ(conclusions, witness::OneStepWitness(book(), store, premises).conclusions()) << i;
  }
  // All but additions, instantiation, the rules that infer nothing and those of which an earlier
  // one always gives the same.
  EXPECT_GT(used.size(), 45U);
}

struct Claim {
  std::string_view rule;
  std::string_view premises;
  std::string_view conclusion;
};

bool licensed(const Claim& claim) {
  Texts texts;
  const auto premises = texts.list(claim.premises);
  return is_licensed(book(), claim.rule, texts.store, premises, texts.one(claim.conclusion));
}

TEST(Licence, RightSteps) {
  for (const Claim& claim : std::vector<Claim>{
           {"modus ponens", "p -> q; p", "q"},
           {"modus ponens", "p; p -> q", "q"},
           {"modus ponens", "~p -> ~q; ~p", "~q"},
           {"modus ponens", "P(a) -> ~Q(b); P(a)", "~Q(b)"},
           {"modus tollens", "p -> q; ~q", "~p"},
           {"modus tollens", "q; p -> ~q", "~p"},
           {"modus tollens", "~q; ~p -> q", "p"},
           {"addition", "p", "p or q"},
           {"addition", "p", "p or ~Q(a)"},
           {"simplification", "p and q", "p"},
           {"simplification", "p and q", "q"},
           {"conjunction", "p; q", "p and q"},
           {"conjunction", "p; q", "q and p"},
           {"disjunction elimination", "p or q; q -> r; p -> r", "r"},
           {"disjunction elimination", "q -> r; p or q; p -> r", "r"},
           {"biconditional elimination", "p <-> q", "q -> p"},
           {"biconditional elimination", "~q; p <-> q", "~p"},
           // Letters that stand for the same: right, though no answer to what follows in one step.
           {"conjunction", "p; p", "p and p"},
           {"modus ponens", "p -> p; p", "p"},
           {"universal instantiation", "forall x: P(x)", "P(a)"},
           {"universal instantiation", "forall x: ~P(x)", "~P(j)"},
           {"existential generalization", "~P(b)", "exists x: ~P(x)"},
           {"universal transitivity", "forall x: Q(x) -> R(x); forall x: P(x) -> Q(x)",
            "forall x: P(x) -> R(x)"},
           {"universal addition", "forall x: P(x)", "forall x: P(x) or ~Q(x)"},
           {"existential resolution", "forall x: ~P(x) or R(x); exists x: P(x) or Q(x)",
            "exists x: Q(x) or R(x)"},
       }) {
    EXPECT_TRUE(licensed(claim)) << claim.rule << ": " << claim.premises;
  }
}

TEST(Licence, WrongSteps) {
  for (const Claim& claim : std::vector<Claim>{
           // Another rule, or none.
           {"modus tollens", "p -> q; p", "q"},
           {"Modus ponens", "p -> q; p", "q"},
           {"", "p -> q; p", "q"},
           {"existential modus ponens", "forall x: P(x) -> Q(x); forall x: P(x)", "exists x: Q(x)"},
           // Another conclusion.
           {"modus ponens", "p -> q; p", "~q"},
           {"modus ponens", "p -> q; p", "r"},
           {"modus ponens", "p -> q; p", "p"},
           {"addition", "p", "q or p"},
           {"addition", "p", "~p or q"},
           {"addition", "p", "p or (q and r)"},
           {"conjunction", "p; q", "p and p"},
           {"rewriting", "p or ~q", "p -> q"},
           {"universal instantiation", "forall x: P(x)", "Q(a)"},
           {"universal instantiation", "forall x: P(x)", "~P(a)"},
           {"universal instantiation", "forall x: P(x)", "exists x: P(x)"},
           {"existential generalization", "P(a)", "forall x: P(x)"},
           {"existential generalization", "P(a)", "exists x: ~P(x)"},
           {"existential generalization", "P(a)", "exists x: Q(x)"},
           {"existential generalization", "p", "exists x: P(x)"},
           {"universal modus ponens", "forall x: P(x) -> Q(x); forall x: P(x)", "exists x: Q(x)"},
           // Other premises.
           {"modus ponens", "p -> q; q", "p"},
           {"modus ponens", "p -> q; r", "q"},
           {"modus ponens", "p -> q; ~p", "q"},
           {"modus ponens", "p or q; p", "q"},
           {"modus tollens", "p -> q; q", "~p"},
           {"incorrect modus tollens", "p -> q; q", "p"},
           {"transitivity", "p -> q; ~q -> r", "p -> r"},
           {"universal modus ponens", "exists x: P(x) -> Q(x); forall x: P(x)", "forall x: Q(x)"},
           {"existential modus ponens", "exists x: P(x) -> Q(x); exists x: P(x)", "exists x: Q(x)"},
           {"universal instantiation", "exists x: P(x)", "P(a)"},
           // Too many, too few, one twice.
           {"modus ponens", "p -> q; p; r", "q"},
           {"modus ponens", "p -> q; p; p", "q"},
           {"modus ponens", "p -> q", "q"},
           {"modus ponens", "p", "q"},
           {"modus ponens", "", "q"},
           {"simplification", "p and q; r", "p"},
           {"addition", "p; q", "p or q"},
           {"conjunction", "p", "p and p"},
           {"conjunction", "p; q", "q and q"},
           {"disjunction elimination", "p -> r; q -> r; q -> r", "r"},
           {"disjunction elimination", "p -> r; p or q", "r"},
           {"disjunction elimination", "p or q; q -> r; p or q", "r"},
       }) {
    EXPECT_FALSE(licensed(claim)) << claim.rule << ": " << claim.premises << " |- "
                                  << claim.conclusion;
  }
}

std::string rule_found(std::string_view premises, std::string_view conclusion) {
  Texts texts;
  const auto given = texts.list(premises);
  RuleNumber found = 0;
  const bool any = find_rule(book(), texts.store, given, texts.one(conclusion), found);
  return any ? fmt::format("{} {}", found, book()[found].name) : "none";
}

TEST(Licence, FindsTheFirstRule) {
  EXPECT_EQ(rule_found("p; p -> q", "q"), "0 modus ponens");
  EXPECT_EQ(rule_found("p -> q; ~q", "~p"), "1 modus tollens");
  EXPECT_EQ(rule_found("p <-> q", "q -> p"), "14 biconditional elimination");
  EXPECT_EQ(rule_found("forall x: P(x)", "P(c)"), "17 universal instantiation");
  EXPECT_EQ(rule_found("P(a)", "exists x: P(x)"), "18 existential generalization");
  EXPECT_EQ(rule_found("forall x: P(x) -> Q(x); forall x: P(x)", "forall x: Q(x)"),
            "19 universal modus ponens");
  EXPECT_EQ(rule_found("forall x: P(x) -> Q(x); exists x: P(x)", "exists x: Q(x)"),
            "21 existential modus ponens");
  EXPECT_EQ(rule_found("p -> q; q", "p"), "none");
  EXPECT_EQ(rule_found("p; p -> q; r", "q"), "none");
  EXPECT_EQ(rule_found("", "p or ~p"), "none");
}

// Whatever is licensed is entailed, and every premise that is missing or too many is noticed.
TEST(Licence, OfRandomSteps) {
  const Key key = stream_key(2, "one step");
  FormulaStore store;
  std::vector<Step> steps;
  Decider decider;
  int checked = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Stream stream(key, {Purpose::kUnit, i});
    store.clear();
    const auto premises = witness::random_premises(stream, book(), store);
    one_step_inferences(book(), store, premises, steps);
    for (const Step& step : steps) {
      const std::string& name = book()[step.rule].name;
      const auto is_right = [&](std::vector<FormulaId> used, FormulaId conclusion) {
        stream.shuffle(std::span(used));
        const bool right = is_licensed(book(), name, store, used, conclusion);
        EXPECT_TRUE(!right || decider.entails(store, used, conclusion)) << i;
        return right;
      };
      const std::vector<FormulaId> used(step.used().begin(), step.used().end());
      ASSERT_TRUE(is_right(used, step.conclusion)) << i;
      std::vector<FormulaId> more = used;
      more.push_back(premises[stream.below(premises.size())]);
      is_right(std::vector<FormulaId>(used.begin() + 1, used.end()), step.conclusion);
      // Rules of one name may differ in how many premises they have.
      if (name.find("biconditional elimination") == std::string::npos) {
        ASSERT_FALSE(is_right(more, step.conclusion)) << i;
        more.resize(used.size() - 1);
        ASSERT_FALSE(is_right(more, step.conclusion)) << i;
      }
      std::vector<FormulaId> other = used;
      other[stream.below(other.size())] = premises[stream.below(premises.size())];
      is_right(other, step.conclusion);
      is_right(used, premises[stream.below(premises.size())]);
      is_right(used, store.complement(step.conclusion));
      ++checked;
    }
  }
  EXPECT_GT(checked, 3000);
}

TEST(Match, ExtendsWhatIsBound) {
  Texts texts;
  const FormulaStore& schemas = book().schemas();
  const auto& modus_ponens = book()[0].premises;
  Bindings bindings;
  ASSERT_TRUE(match(schemas, modus_ponens[0], texts.store, texts.one("~p -> P(a)"), bindings));
  EXPECT_EQ(texts.text(bindings.letters[0]), "~p");
  EXPECT_EQ(texts.text(bindings.letters[1]), "P(a)");
  EXPECT_EQ(bindings.letters[2], kNoFormula);
  EXPECT_TRUE(bindings.are_distinct());
  Bindings wrong = bindings;
  EXPECT_FALSE(match(schemas, modus_ponens[1], texts.store, texts.one("p"), wrong));
  ASSERT_TRUE(match(schemas, modus_ponens[1], texts.store, texts.one("~p"), bindings));
  const FormulaId made = instantiate(schemas, book()[0].inferences[0], texts.store, bindings);
  EXPECT_EQ(texts.text(made), "P(a)");
  // What a letter stands for is not known before it is bound.
  EXPECT_EQ(instantiate(schemas, book()[0].unrelated[0], texts.store, bindings), kNoFormula);
  EXPECT_EQ(instantiate(schemas, book()[6].inferences[0], texts.store, {}), kNoFormula);
  bindings.letters[1] = bindings.letters[0];
  EXPECT_FALSE(bindings.are_distinct());
  EXPECT_TRUE(Bindings().are_distinct());
}

// Letters without a quantifier are never predicates of the variable, and those under one always.
TEST(Match, TheVariableBelongsToItsQuantifier) {
  FormulaStore store;
  const FormulaStore& schemas = book().schemas();
  const FormulaId open = store.predicate(0, kVariable);
  const FormulaId closed = store.predicate(0, constant(0));
  Bindings bindings;
  EXPECT_FALSE(match(schemas, book()[0].premises[1], store, open, bindings));
  EXPECT_FALSE(
      match(schemas, book()[RuleBook::kGeneralization].premises[0], store, open, bindings));
  const FormulaId all = book()[RuleBook::kInstantiation].premises[0];
  EXPECT_FALSE(match(schemas, all, store, store.quantified(Op::kForAll, closed), bindings));
  EXPECT_TRUE(match(schemas, all, store, store.quantified(Op::kForAll, open), bindings));
}

// What is instantiated matches, and matching finds the same letters.
TEST(Match, UndoesInstantiation) {
  FormulaStore store;
  const FormulaStore& schemas = book().schemas();
  for (std::uint64_t i = 0; i < 200; ++i) {
    Stream stream(stream_key(3, "one step"), {Purpose::kUnit, i});
    for (const InferenceRule& rule : book().rules()) {
      store.clear();
      Bindings bindings;
      const bool monadic = rule.name.starts_with("universal") || rule.name.starts_with("exist");
      for (std::uint32_t k = 0; k < Bindings::kLetters; ++k) {
        const FormulaId atom = monadic                ? store.predicate(k, kVariable)
                               : stream.below(2) == 0 ? store.proposition(k)
                                                      : store.predicate(k, constant(0));
        bindings.letters.at(k) = stream.below(2) == 0 ? store.negation(atom) : atom;
      }
      bindings.constants = {constant(3), constant(5)};
      Bindings found;
      for (const auto* const list : {&rule.premises, &rule.inferences, &rule.contradictions}) {
        for (const FormulaId schema : *list) {
          const FormulaId made = instantiate(schemas, schema, store, bindings);
          ASSERT_NE(made, kNoFormula);
          ASSERT_TRUE(match(schemas, schema, store, made, found)) << rule.name;
          ASSERT_EQ(instantiate(schemas, schema, store, found), made) << rule.name;
        }
      }
      for (std::size_t k = 0; k < Bindings::kLetters; ++k) {
        if (found.letters.at(k) != kNoFormula) {
          ASSERT_EQ(found.letters.at(k), bindings.letters.at(k)) << rule.name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace assay::logic
