#include "assay/tasks/curi/concept_split.h"

#include <gtest/gtest.h>

#include "assay/tasks/curi/language/spelling.h"

namespace assay::curi {
namespace {

Place place(SplitRule rule, Edition edition, std::string_view text) {
  const auto words = parse_postfix(text, spelling_of(edition));
  EXPECT_TRUE(words) << text;
  return place_of(rule, edition, *words, 3, 0);
}

Place sound(SplitRule rule, std::string_view text) { return place(rule, Edition::kSound, text); }
Place published(SplitRule rule, std::string_view text) {
  return place(rule, Edition::kPublished, text);
}

TEST(CuriSplits, CountingAsksForTheNumberTheColourAndCounting) {
  constexpr auto kRule = SplitRule::kCounting;
  EXPECT_EQ(sound(kRule, "S color? red count= 3 = lambda S."), Place::kTest);
  EXPECT_EQ(sound(kRule, "S color? red count= 2 = lambda S."), Place::kTrain);
  EXPECT_EQ(sound(kRule, "S color? cyan count= 1 = lambda S."), Place::kTest);
  // A 3 that names a place is a 3.
  EXPECT_EQ(sound(kRule, "S color? red count= S locationX? 3 count= > lambda S."), Place::kTest);
  EXPECT_EQ(sound(kRule, "x color? red = x locationX? 3 = and lambda S. exists="), Place::kTrain);
}

TEST(CuriSplits, ExtrinsicIntrinsicAndBooleanAskForPairs) {
  EXPECT_EQ(sound(SplitRule::kExtrinsic, "x color? gray = x locationY? 7 = and lambda S. exists="),
            Place::kTest);
  EXPECT_EQ(sound(SplitRule::kExtrinsic, "x color? gray = x locationY? 6 = and lambda S. exists="),
            Place::kTrain);
  EXPECT_EQ(sound(SplitRule::kExtrinsic, "S color? red count= 1 = lambda S."), Place::kTrain);
  EXPECT_EQ(
      sound(SplitRule::kIntrinsic, "x color? green = x material? metal = and lambda S. exists="),
      Place::kTest);
  EXPECT_EQ(
      sound(SplitRule::kIntrinsic, "x color? red = x material? rubber = and lambda S. exists="),
      Place::kTrain);
  EXPECT_EQ(sound(SplitRule::kBoolean, "x color? red = x shape? cube = or lambda S. for-all="),
            Place::kTest);
  EXPECT_EQ(sound(SplitRule::kBoolean, "x color? red = x shape? cube = and lambda S. for-all="),
            Place::kTrain);
}

TEST(CuriSplits, BindingLeavesMixedConceptsOutInTheReleaseOnly) {
  constexpr std::string_view kMixed = "x color? red = S color? cyan ";
  const std::string in_release = std::string(kMixed) + "exists= and lambda S. exists=";
  const std::string in_ours = std::string(kMixed) + "any and lambda S. exists=";
  EXPECT_EQ(published(SplitRule::kBindingColor, in_release), Place::kUnused);
  EXPECT_EQ(sound(SplitRule::kBindingColor, in_ours), Place::kTest);
  EXPECT_EQ(sound(SplitRule::kBindingColor, "x shape? cube = lambda S. exists="), Place::kTrain);
  EXPECT_EQ(sound(SplitRule::kBindingColor, "x color? cyan = lambda S. exists="), Place::kTest);
  EXPECT_EQ(sound(SplitRule::kBindingShape, "x shape? cylinder = lambda S. exists="), Place::kTest);
  EXPECT_EQ(sound(SplitRule::kBindingMaterial, "x material? metal = lambda S. exists="),
            Place::kTest);
  EXPECT_EQ(sound(SplitRule::kBindingSize, "x size? small = lambda S. exists="), Place::kTest);
  EXPECT_EQ(published(SplitRule::kBindingSize, "x size? 0.35 = lambda S. exists="), Place::kTest);
  EXPECT_EQ(published(SplitRule::kBindingSize, "x size? 0.7 = lambda S. exists="), Place::kTrain);
}

TEST(CuriSplits, ComplexityDiffersAtTenTokens) {
  constexpr std::string_view kNine = "S color? red count= 2 = lambda S. exists=";
  constexpr std::string_view kTen = "S color? x color? count= 2 = lambda S. exists=";
  EXPECT_EQ(published(SplitRule::kComplexity, kNine), Place::kTrain);
  EXPECT_EQ(published(SplitRule::kComplexity, kTen), Place::kTest);
  EXPECT_EQ(sound(SplitRule::kComplexity, kTen), Place::kTrain);
  EXPECT_EQ(published(SplitRule::kComplexityReversed, kTen), Place::kTrain);
  EXPECT_EQ(sound(SplitRule::kComplexityReversed, kTen), Place::kTest);
}

TEST(CuriSplits, SynonymsStandTogetherInConceptIid) {
  const auto words = parse_postfix("x shape? cube = lambda S. exists=", Spelling::kSound);
  std::array<std::uint64_t, 3> counts{};
  for (std::uint64_t meaning = 0; meaning < 20'000; ++meaning) {
    const Place first = place_of(SplitRule::kConceptIid, Edition::kSound, *words, meaning, 9);
    const Place again = place_of(SplitRule::kConceptIid, Edition::kPublished, *words, meaning, 9);
    ASSERT_EQ(first, again);
    ++counts[first == Place::kTrain ? 0 : first == Place::kDev ? 1 : 2];
  }
  EXPECT_NEAR(static_cast<double>(counts[0]) / 20'000, 0.80, 0.015);
  EXPECT_NEAR(static_cast<double>(counts[1]) / 20'000, 0.05, 0.008);
  EXPECT_NEAR(static_cast<double>(counts[2]) / 20'000, 0.15, 0.015);
}

TEST(CuriSplits, NamesLeadBackToTheirRules) {
  for (const NamedSplit& split : kSplits) EXPECT_EQ(split_named(split.name), split.rule);
  EXPECT_FALSE(split_named("color"));
}

}  // namespace
}  // namespace assay::curi
