#include "assay/logic/formula.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "assay/base/random.h"
#include "assay/logic/random_formulas_testing.h"

namespace assay::logic {
namespace {

TEST(Formula, EqualOnesHaveEqualIds) {
  FormulaStore store;
  const FormulaId p = store.proposition(0);
  const FormulaId q = store.proposition(1);
  const FormulaId of_variable = store.predicate(0, kVariable);
  const std::vector<FormulaId> all{p,
                                   q,
                                   of_variable,
                                   store.predicate(0, constant(0)),
                                   store.predicate(0, constant(1)),
                                   store.predicate(1, constant(0)),
                                   store.negation(p),
                                   store.negation(store.negation(p)),
                                   store.binary(Op::kImplies, p, q),
                                   store.binary(Op::kImplies, q, p),
                                   store.binary(Op::kIff, p, q),
                                   store.binary(Op::kAnd, p, q),
                                   store.binary(Op::kOr, p, q),
                                   store.quantified(Op::kForAll, of_variable),
                                   store.quantified(Op::kExists, of_variable)};
  EXPECT_EQ(store.size(), all.size());
  for (FormulaId id = 0; id < all.size(); ++id) EXPECT_EQ(all[id], id);
  EXPECT_EQ(store.proposition(1), q);
  EXPECT_EQ(store.binary(Op::kIff, p, q), all[10]);
  EXPECT_EQ(store.quantified(Op::kExists, of_variable), all.back());
  EXPECT_EQ(store.size(), all.size());
  EXPECT_EQ(store[all[4]].op, Op::kPredicate);
  EXPECT_EQ(constant_number(store[all[4]].second), 1U);
}

// Through growth and after each clear, as a map would have it.
TEST(Formula, InternsLikeAMap) {
  FormulaStore store;
  for (std::uint32_t round = 0; round < 20; ++round) {
    Stream stream(stream_key(round, "formula"), {});
    store.clear();
    EXPECT_EQ(store.size(), 0U);
    std::map<std::tuple<Op, std::uint32_t, std::uint32_t>, FormulaId> known;
    const std::uint64_t count = stream.below(3000);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto op = static_cast<Op>(stream.below(9));
      const std::uint32_t first = witness::pick(stream, 20);
      const bool has_second = op == Op::kPredicate || is_binary(op);
      const std::uint32_t second = has_second ? witness::pick(stream, 20) : 0;
      const FormulaId id = op == Op::kProposition ? store.proposition(first)
                           : op == Op::kPredicate ? store.predicate(first, second)
                           : op == Op::kNot       ? store.negation(first)
                           : is_quantifier(op)    ? store.quantified(op, first)
                                                  : store.binary(op, first, second);
      const auto next = static_cast<FormulaId>(known.size());
      ASSERT_EQ(known.emplace(std::tuple(op, first, second), next).first->second, id);
      ASSERT_EQ(store.size(), known.size());
      ASSERT_EQ(store[id].op, op);
      ASSERT_EQ(store[id].first, first);
      ASSERT_EQ(store[id].second, second);
    }
  }
}

TEST(Formula, ComplementLeavesNoDoubleNegation) {
  FormulaStore store;
  const FormulaId p = store.proposition(0);
  const FormulaId both = store.binary(Op::kAnd, p, store.proposition(1));
  for (const FormulaId id : {p, both, store.quantified(Op::kForAll, p)}) {
    const FormulaId complement = store.complement(id);
    EXPECT_EQ(complement, store.negation(id));
    EXPECT_EQ(store.complement(complement), id);
    EXPECT_EQ(store.atom_of(complement), id);
    EXPECT_EQ(store.atom_of(id), id);
  }
}

TEST(Formula, Literals) {
  FormulaStore store;
  const FormulaId p = store.proposition(0);
  const FormulaId of_variable = store.predicate(3, kVariable);
  const FormulaId not_p = store.negation(p);
  for (const FormulaId atom : {p, of_variable, store.predicate(3, constant(2))}) {
    EXPECT_TRUE(store.is_atom(atom));
    EXPECT_TRUE(store.is_literal(atom));
    EXPECT_FALSE(store.is_atom(store.negation(atom)));
    EXPECT_TRUE(store.is_literal(store.negation(atom)));
  }
  const FormulaId both = store.binary(Op::kAnd, p, not_p);
  const FormulaId all = store.quantified(Op::kForAll, of_variable);
  for (const FormulaId id : {store.negation(not_p), both, store.negation(both), all}) {
    EXPECT_FALSE(store.is_literal(id));
  }
}

TEST(Formula, VisitsAtomsFromLeftToRight) {
  FormulaStore store;
  const FormulaId left = store.binary(Op::kOr, store.proposition(5), store.proposition(2));
  const FormulaId right = store.negation(store.predicate(7, kVariable));
  const FormulaId body = store.binary(Op::kImplies, left, right);
  const FormulaId again = store.binary(Op::kAnd, body, store.proposition(5));
  std::vector<std::uint32_t> numbers;
  store.visit_atoms(store.quantified(Op::kExists, again),
                    [&](const Formula& atom) { numbers.push_back(atom.first); });
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{5, 2, 7, 5}));
}

TEST(Formula, MapsAtomsWithoutDoubleNegation) {
  FormulaStore store;
  const FormulaId p = store.proposition(0);
  const FormulaId q = store.proposition(1);
  const FormulaId from = store.quantified(
      Op::kForAll, store.binary(Op::kIff, store.negation(p), store.binary(Op::kOr, q, p)));
  const FormulaId made = store.map_atoms(from, [&](const Formula& atom) {
    const FormulaId same = store.proposition(atom.first);
    return atom.first == 0 ? store.negation(same) : same;
  });
  const FormulaId inside = store.binary(Op::kOr, q, store.negation(p));
  EXPECT_EQ(made, store.quantified(Op::kForAll, store.binary(Op::kIff, p, inside)));
  const auto itself = [&](const Formula& atom) { return store.proposition(atom.first); };
  EXPECT_EQ(store.map_atoms(from, itself), from);
}

}  // namespace
}  // namespace assay::logic
