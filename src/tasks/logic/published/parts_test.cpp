// The parts of the published LogicInference one by one: draws, rules, matcher, detector, wording.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "assay/base/error.h"
#include "assay/tasks/logic/published/answers.h"
#include "assay/tasks/logic/published/contradiction.h"
#include "assay/tasks/logic/published/matcher.h"
#include "assay/tasks/logic/published/one_step.h"

namespace assay::logic::published {
namespace {

TEST(PublishedRandom, DrawsTheWordsOfTheReferenceGenerator) {
  Twister random(0);
  EXPECT_EQ(random.next(), 3626764237U);
  EXPECT_EQ(random.next(), 1654615998U);
  EXPECT_EQ(random.next(), 3255389356U);
}

TEST(PublishedRandom, MakesNumbersOfTwoWords) {
  Twister random(0);
  EXPECT_EQ(random.uniform(), 0.8444218515250481);
  EXPECT_EQ(random.uniform(), 0.7579544029403025);
  EXPECT_EQ(Twister(123456789).uniform(), 0.6414006161858726);
}

TEST(PublishedRandom, RejectsByBits) {
  Twister random(0);
  std::vector<std::size_t> drawn;
  for (const std::size_t bound : {1U, 2U, 3U, 7U, 10U, 25U, 100U, 1000U}) {
    drawn.push_back(random.below(bound));
  }
  EXPECT_EQ(drawn, (std::vector<std::size_t>{0, 1, 0, 2, 8, 15, 51, 940}));
}

TEST(PublishedRandom, ShufflesFromTheEnd) {
  std::vector<int> values(10);
  std::iota(values.begin(), values.end(), 0);
  Twister(0).shuffle(std::span(values));
  EXPECT_EQ(values, (std::vector<int>{7, 8, 1, 5, 3, 4, 2, 0, 9, 6}));
}

TEST(PublishedRandom, NeverDrawsWhatHasNoWeight) {
  Twister random(1);
  const std::vector<double> weights = {0.0, 1.0, 0.0, 2.0, 0.0};
  std::array<int, 5> counts{};
  for (int i = 0; i < 3000; ++i) ++counts[random.weighted(weights)];
  EXPECT_EQ(counts[0] + counts[2] + counts[4], 0);
  EXPECT_NEAR(counts[1], 1000, 100);
}

TEST(PublishedClause, WritesWhatItReads) {
  Clauses clauses;
  for (const char* const text_of :
       {"p", "~p_12", "P_2(x_3)", "p -> ~q", "~(p -> r)", "forall x: P(x) <-> ~Q_2(x)",
        "exists z_4: P(z_4) and Q(z_4)"}) {
    EXPECT_EQ(text(clauses, clauses.parse(text_of)), text_of);
  }
}

TEST(PublishedClause, EqualClausesAreOne) {
  Clauses clauses;
  EXPECT_EQ(clauses.parse("p -> q"), clauses.parse("p -> q"));
  EXPECT_NE(clauses.parse("p -> q"), clauses.parse("q -> p"));
  EXPECT_NE(clauses.parse("~r"), clauses.parse("~'r"));
}

TEST(PublishedClause, DeletesDoubleNegations) {
  Clauses clauses;
  EXPECT_EQ(text(clauses, clauses.parse("~~p")), "p");
  EXPECT_EQ(text(clauses, clauses.parse("~~~p -> q")), "~p -> q");
  EXPECT_EQ(text(clauses, clauses.parse("~~(p or q)")), "(p or q)");
  EXPECT_EQ(text(clauses, clauses.parse("~'r_3")), "~r_3");
}

TEST(PublishedClause, RejectsWhatIsNoClause) {
  Clauses clauses;
  for (const char* const wrong : {"", "v", "p ->", "p q", "P(", "forall p", "(p", "p_99999999"}) {
    EXPECT_THROW(clauses.parse(wrong), Error) << wrong;
  }
}

TEST(PublishedRules, AreSixtySixWithFortyOneNames) {
  Clauses clauses;
  const std::vector<Rule> rules = make_rules(clauses);
  std::set<std::string> names;
  std::size_t without_inference = 0;
  for (const Rule& rule : rules) {
    names.insert(rule.name);
    if (rule.inferences.empty()) ++without_inference;
  }
  EXPECT_EQ(rules.size(), 66U);
  EXPECT_EQ(names.size(), 41U);
  EXPECT_EQ(without_inference, 4U);  // incorrect modus tollens and its three quantified forms
}

std::string list_text(const Clauses& clauses, const std::vector<Clause>& list) {
  std::string result;
  for (const Clause clause : list) result += (result.empty() ? "" : "; ") + text(clauses, clause);
  return result;
}

TEST(PublishedRules, AreQuantifiedPremiseByPremise) {
  Clauses clauses;
  const std::vector<Rule> rules = make_rules(clauses);
  const auto find = [&](std::string_view name, std::size_t which) -> const Rule& {
    for (const Rule& rule : rules) {
      if (rule.name == name && which-- == 0) return rule;
    }
    throw Bug("no such rule");
  };
  const Rule& ponens = find("existential modus ponens", 1);
  EXPECT_EQ(list_text(clauses, ponens.premises), "forall x: P(x) -> Q(x); exists x: P(x)");
  EXPECT_EQ(list_text(clauses, ponens.inferences), "exists x: Q(x)");
  EXPECT_EQ(list_text(clauses, ponens.contradictions), "forall x: ~Q(x)");
  EXPECT_EQ(list_text(clauses, ponens.unrelated), "");
  const Rule& tollens = find("universal modus tollens", 0);
  EXPECT_EQ(list_text(clauses, tollens.contradictions), "exists x: P(x)");
  EXPECT_EQ(list_text(clauses, find("universal rewriting", 0).contradictions),
            "exists x: ~(Q(x) -> P(x))");
}

TEST(PublishedRules, KeepTheMistakesOfTheRelease) {
  Clauses clauses;
  const std::vector<Rule> rules = make_rules(clauses);
  EXPECT_EQ(rules[8].name, "conjunction");
  EXPECT_EQ(list_text(clauses, rules[8].unrelated), "p -> q");
  EXPECT_EQ(rules[11].name, "disjunction elimination");
  EXPECT_EQ(rules[11].contradictions.front(), clauses.parse("~'r"));
}

// The bindings of a match, in their order, or "no".
std::string bindings_text(std::string_view a, std::string_view b,
                          Invention invention = Invention::kOn) {
  Clauses clauses;
  Bindings bindings;
  if (!match(clauses, clauses.parse(a), clauses.parse(b), 7, invention, bindings)) {
    return bindings.size() == 0 ? "no" : "left bindings behind";
  }
  std::string result;
  for (const Binding& binding : bindings) {
    result += (result.empty() ? "" : ", ") + symbol_text(binding.from) + "=";
    result += binding.is_clause ? text(clauses, Clause{binding.value})
                                : symbol_text(Symbol{binding.value});
  }
  return result;
}

TEST(PublishedMatcher, HasEightCases) {
  EXPECT_EQ(bindings_text("p", "q_1"), "p=q_1");
  EXPECT_EQ(bindings_text("p -> q", "r_1 -> s_1"), "p=r_1, q=s_1");
  EXPECT_EQ(bindings_text("~p", "~q_1"), "p=q_1");
  EXPECT_EQ(bindings_text("p", "~q_1"), "p=~q_1");
  EXPECT_EQ(bindings_text("p", "P_1(a_1)"), "p=P_1(a_1)");
  EXPECT_EQ(bindings_text("P(a)", "Q_1(b_1)"), "P=Q_1, a=b_1");
  EXPECT_EQ(bindings_text("p or q", "P_1(a_1)"), "p=R_7(a_1), q=S_7(a_1), P_1=R_7 or S_7");
  EXPECT_EQ(bindings_text("forall x: P(x)", "forall y_1: Q_1(y_1)"), "x=y_1, P=Q_1");
}

TEST(PublishedMatcher, BindsASymbolOnce) {
  EXPECT_EQ(bindings_text("p -> p", "q -> q"), "p=q");
  EXPECT_EQ(bindings_text("p -> p", "q -> r"), "no");
  EXPECT_EQ(bindings_text("p -> p", "~q -> ~q"), "p=~q");
  EXPECT_EQ(bindings_text("p -> p", "P(a) -> P(a)"), "no");  // quirk
}

TEST(PublishedMatcher, GoesOneWay) {
  EXPECT_EQ(bindings_text("~p", "q"), "no");
  EXPECT_EQ(bindings_text("P(a)", "q"), "no");
  EXPECT_EQ(bindings_text("p", "q -> r"), "no");
  EXPECT_EQ(bindings_text("p", "P(x)"), "no");
  EXPECT_EQ(bindings_text("P(a)", "Q(x)"), "no");
  EXPECT_EQ(bindings_text("forall x: P(x)", "exists x: P(x)"), "no");
}

TEST(PublishedMatcher, InventsBelowTheTopEvenIfForbidden) {
  EXPECT_EQ(bindings_text("~q", "P(a)", Invention::kOff), "no");
  EXPECT_EQ(bindings_text("p or ~q", "r or P(a)", Invention::kOff), "p=r, q=R_7(a), P=~R_7");
  EXPECT_EQ(bindings_text("p or ~~q", "r or P(a)"), "no");
}

TEST(PublishedMatcher, PushesArgumentsIntoACompound) {
  Clauses clauses;
  Bindings bindings;
  ASSERT_TRUE(match(clauses, clauses.parse("p -> q"), clauses.parse("P_1(a_1)"), 7, Invention::kOn,
                    bindings));
  const Clause premise = clauses.parse("forall x_1: P_1(x_1)");
  EXPECT_EQ(text(clauses, substitute(clauses, premise, bindings)),
            "forall x_1: R_7(x_1) -> S_7(x_1)");
}

TEST(PublishedMatcher, SubstitutesAllAtOnce) {
  Clauses clauses;
  Bindings bindings;
  ASSERT_TRUE(match(clauses, clauses.parse("p -> q"), clauses.parse("q -> p"), 7, Invention::kOn,
                    bindings));
  EXPECT_EQ(text(clauses, substitute(clauses, clauses.parse("~'p"), bindings)), "~q");
  EXPECT_EQ(text(clauses, substitute(clauses, clauses.parse("p and q"), bindings)), "q and p");
}

bool direct(const std::vector<const char*>& pool) {
  Clauses clauses;
  std::vector<Clause> parsed;
  for (const char* const clause : pool) parsed.push_back(clauses.parse(clause));
  return directly_contradictory(clauses, parsed);
}

TEST(PublishedContradiction, SeesNegationsAndUniversalClauses) {
  EXPECT_TRUE(direct({"p", "q", "~p"}));
  EXPECT_TRUE(direct({"forall x: P(x)", "~P(a)"}));
  EXPECT_TRUE(direct({"forall x: P(x)", "forall y: ~P(y)"}));
  EXPECT_FALSE(direct({"p", "~q"}));
  EXPECT_FALSE(direct({"P(a)", "~P(b)"}));
}

TEST(PublishedContradiction, IsMistakenAsTheReleaseIs) {
  EXPECT_TRUE(direct({"forall x: ~(P(x) -> Q(x))", "r -> s"}));  // heads alone are compared
  EXPECT_FALSE(direct({"forall x: ~P(x)", "exists x: P(x)"}));   // missed
  EXPECT_FALSE(direct({"r", "~'r"}));                            // the malformed clause
}

bool contradictory(Workshop& workshop, const std::vector<const char*>& premises) {
  Problem problem;
  for (const char* const clause : premises) {
    problem.premises.push_back(workshop.clauses.parse(clause));
  }
  return looks_contradictory(workshop, problem);
}

TEST(PublishedContradiction, UsesRulesGreedily) {
  Workshop workshop;
  EXPECT_TRUE(contradictory(workshop, {"p -> q", "p", "~q"}));
  EXPECT_FALSE(contradictory(workshop, {"p -> q", "p", "q"}));
  EXPECT_TRUE(contradictory(workshop, {"p or q", "~p", "~q"}));
  // p -> r is taken first, and nothing goes back to p -> q.
  EXPECT_FALSE(contradictory(workshop, {"p -> r", "p -> q", "p", "~q"}));
}

struct Shown {
  Workshop workshop;
  Naming naming{8};
  Problem problem;
  std::vector<Match> matches;
  std::vector<const Match*> order;

  explicit Shown(const std::vector<const char*>& premises) {
    for (const char* const clause : premises) {
      problem.premises.push_back(workshop.clauses.parse(clause));
    }
    std::vector<std::uint8_t> as_given(premises.size());
    std::iota(as_given.begin(), as_given.end(), std::uint8_t{0});
    for (std::uint32_t code = 0; code < 20 * Symbol::kNames; ++code) {
      const Symbol symbol{code};
      if (symbol.name() < 27) naming.set(std::span(&symbol, 1), std::span(&symbol, 1));
    }
    const AskedRules asked = make_asked_rules(workshop.clauses, workshop.rules);
    matches = find_matches(workshop.clauses, asked, problem);
    show_matches(workshop.clauses, matches, as_given, naming, order);
  }

  std::string answer(bool rule_names = false) {
    const Wording wording(workshop.clauses, naming);
    AnswerWriter writer(workshop.rules, workshop.clauses, naming, wording);
    writer.set(Language::kNotation, rule_names, false);
    std::string result;
    writer.one_step_answer(order, result);
    return result;
  }
};

TEST(PublishedOneStep, AnswersTableOneOfThePaper) {
  Shown shown({"forall x_2: Q(x_2)", "exists x_2: P_2(x_2) -> Q_2(x_2)", "forall x_2: P_2(x_2)"});
  EXPECT_EQ(shown.answer(true),
            "exists x_2: Q_2(x_2) can be inferred via the existential modus ponens rule. "
            "forall x_2: Q(x_2) and P_2(x_2) can be inferred via the universal conjunction rule. "
            "forall x_2: P_2(x_2) and Q(x_2) can be inferred via the universal conjunction rule.");
}

TEST(PublishedOneStep, IsIncompleteAndUnsoundAsTheReleaseIs) {
  EXPECT_EQ(Shown({"P(a) -> Q(a)", "P(a)"}).answer(), "exists x: P(x).");
  EXPECT_EQ(Shown({"P(a) -> Q(a)", "~Q(a)"}).answer(),
            "Nothing can be inferred from these premises.");
  EXPECT_EQ(Shown({"p or R(a)"}).answer(), "R_8(a) -> p.");
}

TEST(PublishedOneStep, InventedNamesMayCollide) {
  // p = R_8(a) and q = R_8(a) would be the same, so the rule does not apply.
  EXPECT_EQ(Shown({"R_8(a) or P(a)"}).answer(), "Nothing can be inferred from these premises.");
  EXPECT_EQ(Shown({"R_9(a) or P(a)"}).answer(), "R_8(a) -> R_9(a).");
}

// Appendix B.1: the same answer in both versions of the data.
TEST(PublishedAnswers, GiveTheChainOfAppendixB) {
  Shown shown(
      {"forall x_3: Q_1(x_3)", "forall x_3: ~P_3(x_3)", "forall x_3: P_3(x_3) or Q_3(x_3)"});
  Clauses& clauses = shown.workshop.clauses;
  const auto step = [&](const char* first, const char* second, const char* conclusion) {
    Step result;
    result.clauses[0] = clauses.parse(first);
    result.size = second == nullptr ? 1 : 2;
    if (second != nullptr) result.clauses[1] = clauses.parse(second);
    result.conclusion = clauses.parse(conclusion);
    return result;
  };
  const Chain chain{
      clauses.parse("exists x_3: ~Q_3(x_3)"),
      {step("forall x_3: P_3(x_3) or Q_3(x_3)", "forall x_3: ~P_3(x_3)", "forall x_3: Q_3(x_3)"),
       step("forall x_3: Q_3(x_3)", "forall x_3: Q_1(x_3)", "forall x_3: Q_3(x_3) and Q_1(x_3)"),
       step("forall x_3: Q_3(x_3) and Q_1(x_3)", nullptr, "forall x_3: Q_3(x_3)")}};
  const Wording wording(clauses, shown.naming);
  AnswerWriter writer(shown.workshop.rules, clauses, shown.naming, wording);
  const std::string steps =
      " From forall x_3: P_3(x_3) or Q_3(x_3), forall x_3: ~P_3(x_3) we can infer forall x_3: "
      "Q_3(x_3). From forall x_3: Q_3(x_3), forall x_3: Q_1(x_3) we can infer forall x_3: Q_3(x_3) "
      "and Q_1(x_3). Finally, from forall x_3: Q_3(x_3) and Q_1(x_3) we can infer forall x_3: "
      "Q_3(x_3), which contradicts exists x_3: ~Q_3(x_3).";
  std::string answer;
  writer.set(Language::kNotation, false, true);
  writer.contradiction_answer(chain, answer);
  EXPECT_EQ(answer, "No, we can see why via the following inference chain." + steps);
  answer.clear();
  writer.set(Language::kNotation, false, false);
  writer.contradiction_answer(chain, answer);
  EXPECT_EQ(answer, steps + " Therefore, the answer is no.");
  std::string question;
  writer.chain_question(shown.problem.premises, chain.clause, question);
  EXPECT_EQ(question,
            "Consider the following premises. forall x_3: Q_1(x_3). forall x_3: ~P_3(x_3). "
            "forall x_3: P_3(x_3) or Q_3(x_3). Can we infer exists x_3: ~Q_3(x_3) from them? ");
}

// All texts of a clause that some seeds give.
std::set<std::string> wordings(const char* clause_text, const std::vector<const char*>& atoms) {
  std::set<std::string> result;
  Shown shown({clause_text});
  Clauses& clauses = shown.workshop.clauses;
  Wording wording(clauses, shown.naming);
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    Twister random(seed);
    wording.clear();
    for (const char* const atom : atoms) {
      const Node& node = clauses[clauses.parse(atom)];
      NamedAtom named{node.symbol()};
      if (node.op == Op::kApplied) named.argument = node.argument();
      wording.draw(named, random);
    }
    std::string text;
    wording.append_sentence(shown.problem.premises.front(), text);
    result.insert(text);
  }
  return result;
}

TEST(PublishedWording, SaysAtomsInThreeWays) {
  const std::set<std::string> implications = wordings("p -> q", {"p", "q"});
  EXPECT_TRUE(implications.contains("If it snows, then it is raining"));
  EXPECT_TRUE(implications.contains("If it is late, then it is overcast"));
  const std::set<std::string> denials = wordings("forall x: ~P(x)", {"P(x)"});
  EXPECT_EQ(denials.size(), 45U);
  EXPECT_TRUE(denials.contains("For all x, x will not go running"));
  EXPECT_TRUE(denials.contains("For all x, x is not an artist"));
  EXPECT_TRUE(wordings("~p", {"p"}).contains("It is not raining"));
}

TEST(PublishedWording, SaysSomeForPlainNouns) {
  const auto count = [](const std::set<std::string>& texts, std::string_view start) {
    return std::count_if(texts.begin(), texts.end(),
                         [&](const std::string& text) { return text.starts_with(start); });
  };
  const std::set<std::string> both = wordings("exists x: P(x) and Q(x)", {"P(x)", "Q(x)"});
  EXPECT_TRUE(both.contains("Some nurses will cook"));
  EXPECT_TRUE(both.contains("Some doctors are poets") || both.contains("Some poets are doctors"));
  EXPECT_EQ(count(both, "Some an"), 0);
  EXPECT_EQ(count(both, "Some police"), 0);
  const std::set<std::string> denied = wordings("exists x: P(x) and ~Q(x)", {"P(x)", "Q(x)"});
  EXPECT_TRUE(denied.contains("Some nurses will not cook"));
  EXPECT_EQ(std::count_if(
                denied.begin(), denied.end(),
                [](const std::string& text) { return text.find("s are ") != std::string::npos; }),
            0);
}

TEST(PublishedWording, NegatesCompounds) {
  const auto has = [](const char* clause, const char* text) {
    return wordings(clause, {"p", "q"}).contains(text);
  };
  EXPECT_TRUE(has("~(p -> q)", "The fact that it snows does not imply that it is raining"));
  EXPECT_TRUE(has("~(p <-> q)", "If is not true that it is snowing if and only if it is raining"));
  EXPECT_TRUE(has("~(p or q)", "Neither it is snowing nor it is raining"));
  EXPECT_TRUE(has("~(p and q)", "Either it is snowing or it is raining are not true"));
}

}  // namespace
}  // namespace assay::logic::published
