#include "assay/pieces/token_counter.h"

#include <gtest/gtest.h>
#include <sentencepiece_trainer.h>

#include <cstdio>
#include <fstream>

#include "assay/base/error.h"

namespace assay {
namespace {

TEST(TokenCounterTest, CountsWordsWithoutAVocabulary) {
  const TokenCounter counter("");
  EXPECT_EQ(counter.count("walk twice\n[walk] = RUN"), 5U);
}

TEST(TokenCounterTest, CountsThePiecesOfAVocabulary) {
  const std::string prefix = ::testing::TempDir() + "assay_pieces";
  {
    std::ofstream text(prefix + ".txt");
    for (int i = 0; i < 200; ++i) text << "walk run jump walk twice and run left\n";
  }
  const auto status = sentencepiece::SentencePieceTrainer::Train(
      "--input=" + prefix + ".txt --model_prefix=" + prefix +
      " --vocab_size=30 --hard_vocab_limit=false --minloglevel=2");
  ASSERT_TRUE(status.ok()) << status.ToString();
  const TokenCounter counter(prefix + ".model");
  EXPECT_FALSE(counter.counts_words());
  const std::size_t pieces = counter.count("walk run jump");
  EXPECT_GE(pieces, 3U);
  EXPECT_GT(counter.count("walk run jump walk run jump"), pieces);
  EXPECT_GT(counter.count("xylophone"), counter.count("walk"));
  for (const char* end : {".txt", ".model", ".vocab"}) std::remove((prefix + end).c_str());
}

TEST(TokenCounterTest, AMissingVocabularyIsNamed) {
  EXPECT_THROW(TokenCounter("nowhere.model"), Error);
}

}  // namespace
}  // namespace assay
