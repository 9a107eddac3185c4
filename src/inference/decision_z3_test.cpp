#include <gtest/gtest.h>

#include "assay/inference/decision.h"
#include "assay/inference/decision_testing.h"
#include "assay/inference/z3_testing.h"
#include "assay/logic/random_formulas_testing.h"

namespace assay::logic {
namespace {

TEST(DecisionZ3Slow, AgreesWithZ3) {
  const Key key = stream_key(3, "decision");
  Decider decider;
  witness::Z3Witness z3;
  FormulaStore store;
  int satisfiable = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Stream stream(key, {Purpose::kUnit, i});
    store.clear();
    const witness::Vocabulary vocabulary{4, 1 + stream.below(3), stream.below(3)};
    auto formulas = witness::random_formulas(stream, store, vocabulary);
    formulas.push_back(witness::random_formula(stream, store, vocabulary));
    formulas.push_back(witness::random_formula(stream, store, vocabulary));
    const bool answer = decider.satisfiable(store, formulas);
    satisfiable += answer ? 1 : 0;
    ASSERT_EQ(answer, z3.satisfiable(store, formulas)) << i;
  }
  EXPECT_GT(satisfiable, 400);
  EXPECT_LT(satisfiable, 1600);
}

}  // namespace
}  // namespace assay::logic
