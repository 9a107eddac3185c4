#include "assay/learners/text/world_cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/learners/text/action_words.h"
#include "assay/learners/text/batches.h"

namespace assay::learners {
namespace {

// Grid 6, the agent in row 2, column 1 facing south; a yellow circle of size 1 in row 3, column 2;
// a red box of size 4 where the agent is.
const std::vector<std::int64_t> kColumn{6, 2, 1, 1, 0, 3, 1, 3, 2, 3, 0, 4, 2, 1};

TEST(WorldCells, BitsAreThoseOfTheAuthorsTensors) {
  CellWorld world;
  ASSERT_TRUE(read_cell_world(kColumn, world));
  EXPECT_EQ(world.grid, 6U);
  EXPECT_EQ(world.target, 20U);
  const WorldEntry box = make_entry(13, 1U << 3U | 1U << 7U | 1U << 8U);
  const WorldEntry agent = make_entry(13, 1U << 12U | 1U << 14U);
  const WorldEntry circle = make_entry(20, 1U << 0U | 1U << 4U | 1U << 11U);
  EXPECT_THAT(world.entries, testing::ElementsAre(box, agent, circle));
}

TEST(WorldCells, OrderDoesNotGiveTheTargetAway) {
  CellWorld world;
  ASSERT_TRUE(read_cell_world(kColumn, world));
  std::vector<std::int64_t> exchanged = kColumn;
  std::swap_ranges(exchanged.begin() + 4, exchanged.begin() + 9, exchanged.begin() + 9);
  CellWorld other;
  ASSERT_TRUE(read_cell_world(exchanged, other));
  EXPECT_EQ(world.entries, other.entries);
  EXPECT_NE(world.target, other.target);
}

TEST(WorldCells, WhatIsNoWorldIsRefused) {
  CellWorld world;
  std::vector<std::int64_t> numbers = kColumn;
  numbers[4] = 4;  // no shape
  EXPECT_FALSE(read_cell_world(numbers, world));
  numbers = kColumn;
  numbers.pop_back();
  EXPECT_FALSE(read_cell_world(numbers, world));
  EXPECT_FALSE(read_cell_world({}, world));
}

TEST(WorldCells, ABatchHasThoseOfItsRows) {
  CellWorld world;
  ASSERT_TRUE(read_cell_world(kColumn, world));
  CellWorld other = world;
  other.entries.pop_back();
  other.target = 13;
  Examples all;
  const std::vector<Token> words{3, 4};
  all.add(words, words, world);
  all.add(words, words, other);
  Examples examples;
  for (const std::size_t number : {1U, 0U, 1U}) examples.add_from(all, number);
  const std::vector<std::uint32_t> numbers{1, 2};
  const Batch batch = make_batch(examples, numbers, {});
  EXPECT_EQ(batch.grid, 6);
  EXPECT_THAT(batch.world_ends, testing::ElementsAre(3, 5));
  EXPECT_THAT(batch.target_cells, testing::ElementsAre(20, 13));
  EXPECT_EQ(batch.entries[2], world.entries[2]);
}

TEST(ActionWords, ThereAndBack) {
  EXPECT_EQ(actions_as_words("turn left,walk,walk"), "turn_left walk walk");
  EXPECT_EQ(words_as_actions("turn_left walk walk"), "turn left,walk,walk");
  EXPECT_EQ(words_as_actions(""), "");
}

}  // namespace
}  // namespace assay::learners
