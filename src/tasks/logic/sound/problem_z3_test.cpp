#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "assay/inference/z3_testing.h"
#include "assay/tasks/logic/sound/problem.h"

namespace assay::logic {
namespace {

// Everything that problems claim, decided by Z3: contradictory or not, each inference and each step
// of its proof, what is refuted and by what, what is open.
void ask_z3(std::uint64_t seed, std::uint64_t problems, std::vector<std::uint64_t> lengths) {
  const RuleBook book;
  const ProblemMaker maker(book, std::move(lengths), 50);
  const Key key = stream_key(seed, "logic");
  Workshop shop;
  Problem problem;
  witness::Z3Witness z3;
  int claims = 0;
  int contradictory = 0;
  const auto stands = [&](std::span<const FormulaId> premises, FormulaId id, Standing standing) {
    ++claims;
    EXPECT_EQ(z3.standing(shop.store, premises, id), standing);
  };
  for (std::uint64_t unit = 0; unit < problems && !testing::Test::HasFailure(); ++unit) {
    SCOPED_TRACE(unit);
    Stream stream(key, {Purpose::kUnit, unit, 0, 0});
    ASSERT_TRUE(maker.make(stream, 1, shop, problem));
    contradictory += problem.contradictory ? 1 : 0;
    const Standing entailed =
        problem.contradictory ? Standing::kContradictory : Standing::kEntailed;
    for (const Proof& proof : problem.inferences) {
      stands(problem.premises, proof.conclusion, entailed);
      for (const Step& step : proof.steps)
        stands(step.used(), step.conclusion, Standing::kEntailed);
    }
    for (const Refutation& refutation : problem.refuted) {
      stands(problem.premises, refutation.asked, Standing::kRefuted);
      const std::array<FormulaId, 2> both{refutation.proof.conclusion, refutation.asked};
      EXPECT_FALSE(z3.satisfiable(shop.store, both));
    }
    for (const FormulaId id : problem.unrelated) stands(problem.premises, id, Standing::kOpen);
  }
  testing::Test::RecordProperty("claims", claims);
  EXPECT_GT(claims, static_cast<int>(4 * problems));
  EXPECT_GT(contradictory, static_cast<int>(problems / 50));
}

TEST(ProblemZ3, AgreesOnAFewProblems) { ask_z3(1, 100, {5, 15, 25, 30, 15, 10}); }

TEST(ProblemZ3Slow, AgreesOnProblemsOfAllLengths) {
  ask_z3(2, 2'000, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
}

}  // namespace
}  // namespace assay::logic
