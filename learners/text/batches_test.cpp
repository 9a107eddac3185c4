#include "assay/learners/text/batches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace assay::learners {
namespace {

using ::testing::ElementsAre;

// Example i: a source of i % 5 + 1 words, a target of i % 13.
Examples some_examples(std::size_t count) {
  Examples examples;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<Token> source(i % 5 + 1, 3);
    const std::vector<Token> target(i % 13, 4);
    examples.add(source, target);
  }
  return examples;
}

std::vector<std::uint32_t> epoch_order(Batches& batches, std::uint64_t epoch) {
  std::vector<std::uint32_t> all;
  for (std::uint64_t i = 0; i < batches.per_epoch(); ++i) {
    const auto numbers = batches.numbers_at(epoch, i);
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  return all;
}

TEST(Batches, PaddedWithEnds) {
  Examples examples;
  examples.add(std::vector<Token>{5, 6}, std::vector<Token>{7});
  examples.add(std::vector<Token>{8}, std::vector<Token>{9, 9, 9});
  const std::vector<std::uint32_t> both{0, 1};
  const Batch batch = make_batch(examples, both, {});
  EXPECT_THAT(batch.source, ElementsAre(5, 6, kEnd, 8, kEnd, kPadding));
  EXPECT_THAT(batch.target, ElementsAre(7, kEnd, 0, 0, 9, 9, 9, kEnd));
  EXPECT_THAT(batch.target_lengths, ElementsAre(2, 4));
  EXPECT_THAT(make_batch(examples, both, {.of_targets = false}).target,
              ElementsAre(7, 0, 0, 9, 9, 9));
}

TEST(Batches, EveryEpochHasEveryExampleOnce) {
  const Examples examples = some_examples(1000);
  for (const BatchSize size : {BatchSize{.rows = 64}, BatchSize{.tokens = 300}}) {
    Batches batches(examples, size, {}, 1);
    std::vector<std::uint32_t> first = epoch_order(batches, 0);
    const std::vector<std::uint32_t> second = epoch_order(batches, 1);
    EXPECT_NE(first, second);
    EXPECT_EQ(first, epoch_order(batches, 0));
    std::sort(first.begin(), first.end());
    for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(first[i], i);
  }
}

TEST(Batches, MixedOnesHaveAllLengthsAndEveryExampleOnce) {
  const Examples examples = some_examples(1000);
  Batches batches(examples, {.rows = 50, .tokens = 0, .mixes_lengths = true}, {}, 1);
  std::vector<std::uint32_t> all = epoch_order(batches, 0);
  EXPECT_NE(all, epoch_order(batches, 1));
  std::sort(all.begin(), all.end());
  for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(all[i], i);
  const Batch batch = batches.at(0, 3);
  EXPECT_TRUE(std::ranges::is_sorted(batch.target_lengths, std::greater<>()));
  EXPECT_GT(batch.target_lengths.front(), 10);
  EXPECT_LT(batch.target_lengths.back(), 4);
}

TEST(Batches, AddressedNotDrawn) {
  const Examples examples = some_examples(500);
  Batches forward(examples, {.rows = 32}, {}, 3);
  for (std::uint64_t epoch = 0; epoch < 3; ++epoch) epoch_order(forward, epoch);
  Batches at_once(examples, {.rows = 32}, {}, 3);
  EXPECT_EQ(at_once.at(2, 5).source, forward.at(2, 5).source);
  Batches other(examples, {.rows = 32}, {}, 4);
  EXPECT_NE(epoch_order(other, 0), epoch_order(at_once, 0));
}

TEST(Batches, TokensCountAsTheUpperEndOfTheirBucket) {
  EXPECT_EQ(bucket_of(1), 8U);
  EXPECT_EQ(bucket_of(9), 9U);
  EXPECT_EQ(bucket_of(21), 22U);
  const Examples examples = some_examples(1000);
  Batches batches(examples, {.tokens = 300}, {}, 1);
  for (std::uint64_t i = 0; i < batches.per_epoch(); ++i) {
    const Batch batch = batches.at(0, i);
    const auto width = static_cast<std::uint64_t>(std::max(batch.source_width, batch.target_width));
    EXPECT_LE(static_cast<std::uint64_t>(batch.rows) * bucket_of(width), 300U);
  }
}

TEST(Batches, LikeLengthsStandTogether) {
  const Examples examples = some_examples(1300);
  Batches batches(examples, {.rows = 50}, {}, 1);
  std::int64_t padded = 0;
  std::int64_t real = 0;
  for (std::uint64_t i = 0; i < batches.per_epoch(); ++i) {
    const Batch batch = batches.at(0, i);
    padded += batch.rows * batch.target_width;
    real += batch.target_tokens();
  }
  EXPECT_LT(static_cast<double>(padded) / static_cast<double>(real), 1.1);
}

}  // namespace
}  // namespace assay::learners
