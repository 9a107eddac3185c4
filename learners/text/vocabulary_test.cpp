#include "assay/learners/text/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"

namespace assay::learners {
namespace {

const std::vector<std::string> kTexts{"walk left", "I_WALK I_TURN_LEFT", "walk  twice "};

TEST(Vocabulary, WordsStandInTheOrderOfTheirBytesAfterThreeOthers) {
  const Vocabulary words = Vocabulary::of_texts(kTexts);
  EXPECT_EQ(words.size(), 8U);
  EXPECT_EQ(words.word(3), "I_TURN_LEFT");
  EXPECT_EQ(words.word(7), "walk");
  EXPECT_EQ(words.token("walk"), 7);
  EXPECT_EQ(words.token("jump"), kUnknown);
  EXPECT_EQ(words.token("<EOS>"), kUnknown);
}

TEST(Vocabulary, TextsComeBack) {
  const Vocabulary words = Vocabulary::of_texts(kTexts);
  std::vector<Token> tokens;
  words.append_tokens("walk  twice left", tokens);
  EXPECT_EQ(words.spell(tokens), "walk twice left");
}

TEST(Vocabulary, FileComesBackAndADamagedOneIsRefused) {
  const Vocabulary words = Vocabulary::of_texts(kTexts);
  EXPECT_EQ(Vocabulary::parse(words.text(), "v").text(), words.text());
  std::string damaged = words.text();
  damaged.back() = 'x';
  EXPECT_THROW(Vocabulary::parse(damaged, "v"), Error);
  damaged = words.text();
  damaged[damaged.size() - 2] = 'x';
  EXPECT_THROW(Vocabulary::parse(damaged, "v"), Error);
  EXPECT_THROW(Vocabulary::parse("walk\nleft\n", "v"), Error);
}

}  // namespace
}  // namespace assay::learners
