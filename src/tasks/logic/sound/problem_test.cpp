#include "assay/tasks/logic/sound/problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "assay/logic/notation.h"

namespace assay::logic {
namespace {

using testing::IsEmpty;

class Problems : public testing::Test {
 protected:
  // Makes so many problems and shows each to the visitor.
  template <typename Visit>
  void each(std::uint64_t count, const std::vector<std::uint64_t>& lengths,
            std::uint32_t contradictory, const Visit& visit) {
    const ProblemMaker maker(book_, lengths, contradictory);
    const Key key = stream_key(5, "logic");
    for (std::uint64_t unit = 0; unit < count; ++unit) {
      Stream stream(key, {Purpose::kUnit, unit, 0, 0});
      ASSERT_TRUE(maker.make(stream, 1, shop_, problem_)) << unit;
      visit();
      if (HasFailure()) FAIL() << "problem " << unit << ": " << text();
    }
  }

  std::string text() {
    Names names;
    const auto fill = [](std::vector<std::string>& list, char letter, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) list.push_back(letter + ('_' + std::to_string(i)));
    };
    fill(names.propositions, 'p', problem_.propositions);
    fill(names.predicates, 'P', problem_.predicates);
    fill(names.constants, 'a', problem_.constants);
    std::string text = book_[problem_.rule].name;
    for (const FormulaId id : problem_.premises) text += "; " + to_text(shop_.store, id, names);
    return text;
  }

  Standing standing(FormulaId id) {
    return shop_.decider.standing(shop_.store, problem_.premises, id);
  }

  // Each step is licensed, finds its premises, concludes something new and is used.
  void check_proof(const Proof& proof) {
    std::vector<FormulaId> known = problem_.premises;
    std::set<FormulaId> used{proof.conclusion};
    for (const Step& step : proof.steps) used.insert(step.used().begin(), step.used().end());
    for (const Step& step : proof.steps) {
      for (const FormulaId id : step.used()) EXPECT_THAT(known, testing::Contains(id));
      EXPECT_THAT(known, testing::Not(testing::Contains(step.conclusion)));
      EXPECT_TRUE(used.count(step.conclusion) > 0);
      EXPECT_TRUE(
          is_licensed(book_, book_[step.rule].name, shop_.store, step.used(), step.conclusion));
      known.push_back(step.conclusion);
    }
    EXPECT_THAT(known, testing::Contains(proof.conclusion));
  }

  RuleBook book_;
  Workshop shop_;
  Problem problem_;
};

TEST_F(Problems, ClaimsOnlyWhatIsSo) {
  each(5'000, {5, 15, 25, 30, 15, 10}, 0, [&] {
    EXPECT_FALSE(problem_.contradictory);
    EXPECT_TRUE(shop_.decider.satisfiable(shop_.store, problem_.premises));
    const std::set<FormulaId> distinct(problem_.premises.begin(), problem_.premises.end());
    EXPECT_EQ(distinct.size(), problem_.premises.size());
    for (const Proof& proof : problem_.inferences) {
      EXPECT_EQ(standing(proof.conclusion), Standing::kEntailed);
      check_proof(proof);
    }
    for (const Refutation& refutation : problem_.refuted) {
      EXPECT_EQ(standing(refutation.asked), Standing::kRefuted);
      check_proof(refutation.proof);
      const std::array<FormulaId, 2> both{refutation.proof.conclusion, refutation.asked};
      EXPECT_FALSE(shop_.decider.satisfiable(shop_.store, both));
    }
    for (const FormulaId id : problem_.unrelated) EXPECT_EQ(standing(id), Standing::kOpen);
  });
}

TEST_F(Problems, MayContradictThemselves) {
  each(300, {1, 1, 1}, 1000, [&] {
    EXPECT_TRUE(problem_.contradictory);
    EXPECT_FALSE(shop_.decider.satisfiable(shop_.store, problem_.premises));
    EXPECT_THAT(problem_.refuted, IsEmpty());
    EXPECT_THAT(problem_.unrelated, IsEmpty());
    for (const Proof& proof : problem_.inferences) check_proof(proof);
  });
}

TEST_F(Problems, HaveChainsAsLongAsAsked) {
  std::size_t longest = 0;
  each(300, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 0, [&] {
    for (const Proof& proof : problem_.inferences) longest = std::max(longest, proof.steps.size());
  });
  EXPECT_GE(longest, 9U);
  EXPECT_LE(longest, 11U);
}

TEST_F(Problems, UseEveryRule) {
  std::set<RuleNumber> used;
  each(3'000, {5, 15, 25, 30, 15, 10}, 0, [&] {
    used.insert(problem_.rule);
    for (const Step& step : shop_.steps) used.insert(step.rule);
  });
  EXPECT_EQ(used.size(), book_.size());
}

}  // namespace
}  // namespace assay::logic
