#include "assay/inference/decision.h"

#include <gtest/gtest.h>

#include <string>

#include "assay/base/error.h"
#include "assay/inference/decision_testing.h"
#include "assay/inference/formula_texts_testing.h"
#include "assay/logic/random_formulas_testing.h"

namespace assay::logic {
namespace {

using witness::Texts;

struct Question {
  std::string_view premises;
  std::string_view asked;
  Standing standing = Standing::kOpen;
};

TEST(Decision, WorkedExamples) {
  const std::vector<Question> questions{
      {"", "p", Standing::kOpen},
      {"", "p or ~p", Standing::kEntailed},
      {"", "p and ~p", Standing::kRefuted},
      {"p; ~p", "q", Standing::kContradictory},
      {"p -> q; p", "q", Standing::kEntailed},
      {"p -> q; p", "~q", Standing::kRefuted},
      {"p -> q; q", "p", Standing::kOpen},
      {"p; q", "p -> q", Standing::kEntailed},
      {"p <-> q; q <-> ~r", "r <-> ~p", Standing::kEntailed},
      // A constant is one thing, a witness may be another.
      {"P(a); Q(a)", "exists x: P(x) and Q(x)", Standing::kEntailed},
      {"exists x: P(x); exists x: Q(x)", "exists x: P(x) and Q(x)", Standing::kOpen},
      {"exists x: P(x)", "P(a)", Standing::kOpen},
      {"forall x: P(x)", "P(a)", Standing::kEntailed},
      {"forall x: P(x) -> Q(x); P(a); ~Q(b)", "P(b)", Standing::kRefuted},
      {"P(a); ~P(b)", "forall x: P(x)", Standing::kRefuted},
      {"P(a)", "P(b)", Standing::kOpen},
      // There is always something.
      {"forall x: P(x)", "exists x: P(x)", Standing::kEntailed},
      {"forall x: P(x); forall x: ~P(x)", "q", Standing::kContradictory},
      {"", "exists x: P(x) or ~P(x)", Standing::kEntailed},
      {"", "forall x: P(x) and ~P(x)", Standing::kRefuted},
      // The pairs of which the released generator misses that they contradict each other.
      {"forall x: ~P(x); exists x: P(x)", "q", Standing::kContradictory},
      {"exists x: ~P(x); forall x: P(x)", "q", Standing::kContradictory},
      // ~ before a quantifier.
      {"~(forall x: P(x))", "exists x: ~P(x)", Standing::kEntailed},
      {"~(exists x: P(x))", "forall x: ~P(x)", Standing::kEntailed},
      {"~(forall x: P(x) -> Q(x))", "exists x: P(x) and ~Q(x)", Standing::kEntailed},
      {"forall x: P(x)", "~(exists x: ~P(x))", Standing::kEntailed},
      // Propositions and constants in bodies tie the parts together.
      {"forall x: P(x) -> q; exists x: P(x)", "q", Standing::kEntailed},
      {"exists x: P(x) and q", "q", Standing::kEntailed},
      {"forall x: P(x) and q", "q", Standing::kEntailed},
      {"exists x: P(x) and q; exists x: Q(x) and ~q", "p", Standing::kContradictory},
      {"exists x: P(x) or q; exists x: P(x) or ~q", "exists x: P(x)", Standing::kEntailed},
      {"exists x: P(x) -> P(a)", "P(a)", Standing::kOpen},
      {"forall x: P(x) -> P(a); P(b)", "P(a)", Standing::kEntailed},
      {"forall x: P(x) <-> P(a)", "forall x: P(x) <-> P(b)", Standing::kEntailed},
      {"exists x: ~P(a)", "P(a)", Standing::kRefuted},
  };
  Decider decider;
  for (const Question& question : questions) {
    Texts texts;
    const auto premises = texts.list(question.premises);
    const FormulaId asked = texts.one(question.asked);
    SCOPED_TRACE(std::string(question.premises) + " |- " + std::string(question.asked));
    const Standing standing = decider.standing(texts.store, premises, asked);
    EXPECT_EQ(standing, question.standing);
    EXPECT_EQ(witness::Models(texts.store).standing(premises, asked), question.standing);
    EXPECT_EQ(decider.entails(texts.store, premises, asked),
              standing == Standing::kEntailed || standing == Standing::kContradictory);
    EXPECT_EQ(decider.satisfiable(texts.store, premises), standing != Standing::kContradictory);
  }
}

TEST(Decision, AgreesWithAllModels) {
  const Key key = stream_key(1, "decision");
  Decider decider;
  FormulaStore store;
  std::array<int, 4> seen{};
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    Stream stream(key, {Purpose::kUnit, i});
    store.clear();
    const witness::Vocabulary vocabulary = witness::random_vocabulary(stream);
    const auto premises = witness::random_formulas(stream, store, vocabulary);
    const FormulaId asked = witness::random_formula(stream, store, vocabulary);
    witness::Models models(store);
    const Standing standing = models.standing(premises, asked);
    ++seen.at(static_cast<std::size_t>(standing));
    ASSERT_EQ(decider.standing(store, premises, asked), standing) << i;
    ASSERT_EQ(decider.satisfiable(store, premises), models.any(premises)) << i;
    ASSERT_EQ(decider.entails(store, premises, asked), !models.any(premises, asked)) << i;
  }
  for (const int count : seen) EXPECT_GT(count, 2000);
}

// p_0, p_0 -> p_1, ... : as many propositions as `length`, the last of which follows.
std::vector<FormulaId> chain(FormulaStore& store, std::uint32_t length) {
  constexpr std::uint32_t kFirst = 100;
  std::vector<FormulaId> formulas{store.proposition(kFirst)};
  for (std::uint32_t i = 1; i < length; ++i) {
    const FormulaId before = store.proposition(kFirst + i - 1);
    formulas.push_back(store.binary(Op::kImplies, before, store.proposition(kFirst + i)));
  }
  return formulas;
}

TEST(Decision, ManyAtoms) {
  Decider decider;
  for (const std::uint32_t length : {2U, 63U, 64U, 65U, 128U, 129U, 255U, 256U}) {
    FormulaStore store;
    auto premises = chain(store, length);
    const FormulaId last = store[premises.back()].second;
    EXPECT_EQ(decider.standing(store, premises, last), Standing::kEntailed) << length;
    EXPECT_EQ(decider.standing(store, premises, store.negation(last)), Standing::kRefuted);
    const std::vector<FormulaId> open(premises.begin() + 1, premises.end());
    EXPECT_EQ(decider.standing(store, open, last), Standing::kOpen) << length;
    premises.push_back(store.negation(last));
    EXPECT_EQ(decider.standing(store, premises, last), Standing::kContradictory) << length;
  }
}

// Beside what fills the first words of a question, the answer stays the same.
TEST(Decision, ManyAtomsChangeNothing) {
  const Key key = stream_key(2, "decision");
  Decider decider;
  FormulaStore store;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Stream stream(key, {Purpose::kUnit, i});
    store.clear();
    const witness::Vocabulary vocabulary = witness::random_vocabulary(stream);
    const auto premises = witness::random_formulas(stream, store, vocabulary);
    auto more = chain(store, 55 + witness::pick(stream, 100));
    more.insert(more.end(), premises.begin(), premises.end());
    ASSERT_EQ(decider.satisfiable(store, more), witness::Models(store).any(premises)) << i;
  }
}

std::string problem_of(const FormulaStore& store, std::span<const FormulaId> formulas) {
  Decider decider;
  try {
    decider.satisfiable(store, formulas);
  } catch (const Error& problem) {
    EXPECT_EQ(problem.kind(), ErrorKind::kUnsupported);
    return problem.what();
  }
  return "";
}
std::string problem_of(const FormulaStore& store, FormulaId formula) {
  return problem_of(store, std::span(&formula, 1));
}

TEST(Decision, OutsideOfTheFragment) {
  FormulaStore store;
  const FormulaId p = store.proposition(0);
  const FormulaId of_variable = store.predicate(0, kVariable);
  const FormulaId all = store.quantified(Op::kForAll, of_variable);
  const char* const inside = "a quantifier stands inside of another formula";
  const char* const outside = "a variable stands outside of its quantifier";
  EXPECT_EQ(problem_of(store, store.binary(Op::kImplies, p, all)), inside);
  EXPECT_EQ(problem_of(store, store.binary(Op::kAnd, all, p)), inside);
  EXPECT_EQ(problem_of(store, store.quantified(Op::kExists, all)), inside);
  EXPECT_EQ(problem_of(store, store.quantified(Op::kExists, store.negation(all))), inside);
  EXPECT_EQ(problem_of(store, of_variable), outside);
  EXPECT_EQ(problem_of(store, store.negation(of_variable)), outside);
  EXPECT_EQ(problem_of(store, store.binary(Op::kOr, p, of_variable)), outside);
  EXPECT_EQ(problem_of(store, store.negation(store.negation(all))), "");
  // Also where the rest would settle it.
  const std::vector<FormulaId> settled{p, store.negation(p), of_variable};
  EXPECT_EQ(problem_of(store, settled), outside);
}

TEST(Decision, TooManyAtoms) {
  FormulaStore store;
  FormulaId wide = store.proposition(0);
  for (std::uint32_t i = 1; i < Decider::kMostAtoms; ++i) {
    wide = store.binary(Op::kOr, wide, store.proposition(i));
  }
  EXPECT_EQ(problem_of(store, wide), "");
  EXPECT_EQ(problem_of(store, store.binary(Op::kAnd, wide, store.proposition(0))), "");
  EXPECT_EQ(problem_of(store, store.binary(Op::kAnd, wide, store.proposition(99))),
            "more than 12 atoms in one formula");
  EXPECT_EQ(problem_of(store, chain(store, Decider::kMostVariables)), "");
  EXPECT_EQ(problem_of(store, chain(store, Decider::kMostVariables + 1)),
            "more than 256 atoms in one question");
}

// A mistake must not stay behind in what is reused.
TEST(Decision, GoesOnAfterAnError) {
  FormulaStore store;
  Decider decider;
  const FormulaId p = store.proposition(0);
  const FormulaId all = store.quantified(Op::kForAll, store.predicate(0, kVariable));
  const std::vector<FormulaId> bad{store.negation(p), store.binary(Op::kAnd, all, p)};
  EXPECT_THROW(decider.satisfiable(store, bad), Error);
  EXPECT_TRUE(decider.satisfiable(store, std::span(&p, 1)));
}

// As many propositions and constants in bodies as may be, all of which must be true.
TEST(Decision, ManyAtomsInBodies) {
  FormulaStore store;
  Decider decider;
  const FormulaId of_variable = store.predicate(0, kVariable);
  std::vector<FormulaId> formulas;
  FormulaId last = kNoFormula;
  const auto add = [&](std::uint32_t i) {
    last = i % 2 == 0 ? store.proposition(i) : store.predicate(1, constant(i));
    const FormulaId body = store.binary(Op::kImplies, of_variable, last);
    formulas.push_back(store.quantified(Op::kForAll, body));
  };
  for (std::uint32_t i = 0; i < Decider::kMostShared; ++i) add(i);
  EXPECT_EQ(decider.standing(store, formulas, last), Standing::kOpen);
  formulas.push_back(store.quantified(Op::kExists, of_variable));
  EXPECT_EQ(decider.standing(store, formulas, last), Standing::kEntailed);
  add(Decider::kMostShared);
  EXPECT_EQ(problem_of(store, formulas),
            "more than 16 propositions and constants under quantifiers");
}

}  // namespace
}  // namespace assay::logic
