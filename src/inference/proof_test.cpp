#include "assay/inference/proof.h"

#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/inference/formula_texts_testing.h"

namespace assay::logic {
namespace {

using witness::Texts;

Step step(std::vector<FormulaId> premises, FormulaId conclusion, RuleNumber rule = 0) {
  Step made;
  made.rule = rule;
  made.premise_count = static_cast<std::uint32_t>(premises.size());
  std::copy(premises.begin(), premises.end(), made.premises.begin());
  made.conclusion = conclusion;
  return made;
}

std::vector<FormulaId> conclusions(const Proof& proof) {
  std::vector<FormulaId> ids;
  for (const Step& made : proof.steps) ids.push_back(made.conclusion);
  return ids;
}

using Ids = std::vector<FormulaId>;

TEST(Proof, DropsWhatIsNotNeeded) {
  // Formulas are numbers to it: 0 and 1 are given.
  const Ids given{0, 1};
  const std::vector<Step> steps{
      step({0}, 2),    step({1}, 3), step({0, 1}, 1),  // is given
      step({2}, 4),    step({3}, 5), step({0}, 4),     // is known
      step({4, 1}, 6), step({6}, 7), step({6, 7}, 8),
  };
  EXPECT_EQ(conclusions(shorten(given, steps, 8)), (Ids{2, 4, 6, 7, 8}));
  EXPECT_EQ(conclusions(shorten(given, steps, 6)), (Ids{2, 4, 6}));
  EXPECT_EQ(conclusions(shorten(given, steps, 5)), (Ids{3, 5}));
  EXPECT_EQ(conclusions(shorten(given, steps, 2)), Ids{2});
  EXPECT_EQ(conclusions(shorten(given, steps, 1)), Ids{});
  EXPECT_EQ(conclusions(shorten(given, {}, 0)), Ids{});
  EXPECT_EQ(shorten(given, steps, 8).conclusion, 8U);
}

TEST(Proof, KeepsTheStepsAsTheyAre) {
  const Ids given{0, 1, 2};
  const std::vector<Step> steps{step({2, 0}, 3, 7), step({1}, 4, 8), step({3, 1, 0}, 5, 9)};
  const Proof proof = shorten(given, steps, 5);
  ASSERT_EQ(proof.steps.size(), 2U);
  EXPECT_EQ(proof.steps[0].rule, 7U);
  EXPECT_EQ(Ids(proof.steps[0].used().begin(), proof.steps[0].used().end()), (Ids{2, 0}));
  EXPECT_EQ(proof.steps[1].rule, 9U);
  EXPECT_EQ(Ids(proof.steps[1].used().begin(), proof.steps[1].used().end()), (Ids{3, 1, 0}));
}

// The example of a chain that the released generator leaves too long: p and p_10 are given, so
// nothing that ends in them is needed.
TEST(Proof, OnlyWhatIsNotGiven) {
  Texts texts;
  const auto given = texts.list("p; p_10; q_10");
  const FormulaId both = texts.one("p_10 and q_10");
  const FormulaId target = texts.one("p and p_10");
  const std::vector<Step> steps{step({given[1], given[2]}, both, 8), step({both}, given[1], 7),
                                step({given[0], given[1]}, target, 8)};
  EXPECT_EQ(conclusions(shorten(given, steps, target)), Ids{target});
}

TEST(Proof, StepsThatDoNotLeadThere) {
  const Ids given{0};
  const std::vector<Step> steps{step({0}, 1)};
  EXPECT_THROW(shorten(given, steps, 2), Bug);
}

bool leads_to(const Ids& given, const std::vector<Step>& steps, FormulaId conclusion) {
  Ids known = given;
  const auto is_known = [&](FormulaId id) {
    return std::find(known.begin(), known.end(), id) != known.end();
  };
  for (const Step& made : steps) {
    if (!std::all_of(made.used().begin(), made.used().end(), is_known)) return false;
    known.push_back(made.conclusion);
  }
  return is_known(conclusion);
}

// What is left leads there; without any set of its steps it no longer does.
TEST(Proof, WhatIsLeftIsMinimal) {
  int dropped = 0;
  int kept = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Stream stream(stream_key(1, "proof"), {Purpose::kUnit, i});
    const Ids given{0, 1, 2};
    Ids known = given;
    std::vector<Step> steps;
    for (std::uint64_t left = 1 + stream.below(14); left > 0; --left) {
      Ids premises;
      for (std::uint64_t count = 1 + stream.below(3); count > 0; --count) {
        premises.push_back(
            known[known.size() - 1 - stream.below(std::min<std::size_t>(known.size(), 4))]);
      }
      known.push_back(static_cast<FormulaId>(stream.below(16)));
      steps.push_back(step(premises, known.back()));
    }
    const FormulaId conclusion = known[stream.below(known.size())];
    const Proof proof = shorten(given, steps, conclusion);
    ASSERT_TRUE(leads_to(given, proof.steps, conclusion)) << i;
    ASSERT_LT(proof.steps.size(), 14U);
    for (std::uint32_t set = 0; set + 1 < 1U << proof.steps.size(); ++set) {
      std::vector<Step> fewer;
      for (std::size_t k = 0; k < proof.steps.size(); ++k) {
        if ((set >> k & 1U) != 0) fewer.push_back(proof.steps[k]);
      }
      ASSERT_FALSE(leads_to(given, fewer, conclusion)) << i;
    }
    dropped += proof.steps.size() < steps.size() ? 1 : 0;
    kept += proof.steps.size() > 2 ? 1 : 0;
  }
  EXPECT_GT(dropped, 1000);
  EXPECT_GT(kept, 300);
}

}  // namespace
}  // namespace assay::logic
