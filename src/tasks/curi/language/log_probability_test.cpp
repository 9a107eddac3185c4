#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "assay/tasks/curi/language/bans.h"
#include "assay/tasks/curi/language/drawn_concepts_testing.h"
#include "assay/tasks/curi/language/language.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/language/text_grammar_testing.h"

namespace assay::curi {
namespace {

double log_probability_of(std::string_view text) {
  const std::optional<Concept> words = parse_postfix(text, Spelling::kPublished);
  EXPECT_TRUE(words.has_value()) << text;
  return words ? log_probability(*words) : 0;
}

TEST(LogProbability, IsThatOfTheWitness) {
  const WitnessGrammar grammar;
  for (const std::uint32_t depth : {5U, 6U}) {
    for (const Concept& drawn : drawn_concepts(depth, 3'000)) {
      const std::string text = postfix_text(drawn, Spelling::kPublished);
      const std::optional<double> plain = grammar.log_probability(split_at_blanks(text));
      ASSERT_TRUE(plain.has_value()) << text;
      ASSERT_NEAR(log_probability(drawn), *plain, 1e-12 * std::abs(*plain)) << text;
      ASSERT_EQ(log_probability(drawn), log_probability(without_quantifier(drawn))) << text;
    }
  }
}

TEST(LogProbability, ByHand) {
  EXPECT_DOUBLE_EQ(log_probability_of("x color? red = lambda S. exists="),
                   std::log(1.0 / 2 * 3 / 28 / 2 / 16));
  EXPECT_DOUBLE_EQ(log_probability_of("2 S locationX? 7 count= > lambda S."),
                   std::log(1.0 / 2 / 28 / 6 / 10 / 2 / 2 / 16));
}

TEST(LogProbability, IsTheSameToTheLastBitEverywhere) {
  EXPECT_EQ(log_probability_of("x size? 0.7 > lambda S. exists="), -0x1.86b4eeac84209p+2);
  EXPECT_EQ(log_probability_of("purple x color? = lambda S. exists="), -0x1.991e50bdb8fc2p+2);
  EXPECT_EQ(log_probability_of("S shape? x shape? exists= lambda S. exists="),
            -0x1.5a5868ae8facbp+2);
}

// Hypotheses that hold of the same scenes: what the paper prints differs by the prior alone.
TEST(LogProbability, DiffersAsInTheFigures) {
  const auto difference = [](std::string_view a, std::string_view b) {
    return log_probability_of(b) - log_probability_of(a);
  };
  // Figure 6
  EXPECT_EQ(
      difference("purple x color? = lambda S. for-all=", "x color? purple = lambda S. for-all="),
      0);
  EXPECT_NEAR(
      difference("purple x color? = lambda S. for-all=", "S color? purple for-all= lambda S."),
      -1.950 + 0.852, 0.0011);
  // Figure 7
  EXPECT_EQ(difference("S locationY? 7 exists= lambda S.", "x locationY? 6 > lambda S. exists="),
            0);
  EXPECT_NEAR(difference("S locationY? 7 exists= lambda S.", "x locationY? 7 = lambda S. exists="),
              -2.314 + 1.621, 0.0011);
  // Figure 8
  EXPECT_NEAR(
      difference("sphere x shape? = lambda S. for-all=", "S shape? sphere for-all= lambda S."),
      -1.954 + 0.855, 0.0011);
  EXPECT_NEAR(difference("sphere x shape? = lambda S. for-all=",
                         "sphere x shape? = x shape? sphere = and lambda S. for-all="),
              -7.807 + 0.855, 0.0011);
}

}  // namespace
}  // namespace assay::curi
