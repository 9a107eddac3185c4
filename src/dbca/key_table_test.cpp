#include "assay/dbca/key_table.h"

#include <gtest/gtest.h>

#include <map>

#include "assay/base/random.h"

namespace assay {
namespace {

Stream key_table_stream(std::uint64_t unit) {
  return {stream_key(3, "key table test"), {.unit = unit}};
}

TEST(KeyTable, KnowsNothingAtFirst) {
  const KeyTable table;
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.find(0), KeyTable::kAbsent);
  EXPECT_EQ(table.find(~std::uint64_t{0}), KeyTable::kAbsent);
}

TEST(KeyTable, NumbersInTheOrderOfInsertion) {
  KeyTable table;
  EXPECT_EQ(table.insert(70), 0U);
  EXPECT_EQ(table.insert(0), 1U);
  EXPECT_EQ(table.insert(~std::uint64_t{0}), 2U);
  EXPECT_EQ(table.insert(70), 0U);
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table.find(0), 1U);
  EXPECT_EQ(table.find(71), KeyTable::kAbsent);
}

TEST(KeyTable, ForgetsWhatWasCleared) {
  KeyTable table;
  table.clear();
  EXPECT_EQ(table.find(1), KeyTable::kAbsent);
  table.insert(1);
  table.insert(2);
  table.clear();
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.find(1), KeyTable::kAbsent);
  EXPECT_EQ(table.insert(2), 0U);
}

// Neighbouring keys, powers of two and hashes, through growth and shrinking.
TEST(KeyTable, AgreesWithAMap) {
  for (std::uint64_t unit = 0; unit < 20; ++unit) {
    Stream stream = key_table_stream(unit);
    KeyTable table;
    for (const std::uint64_t steps :
         {20000U, 10U, 30U, 5U, 3000U, 1U, 1U, 1U, 1U, 1U, 1U, 1U, 1U, 400U}) {
      std::map<std::uint64_t, std::uint32_t> known;
      for (std::uint64_t step = 0; step < steps; ++step) {
        std::uint64_t key = stream.next64();
        if (unit % 4 == 1) key = stream.below(steps);
        if (unit % 4 == 2) key = std::uint64_t{1} << stream.below(64);
        if (unit % 4 == 3) key = stream.below(steps) << 40U;
        const auto found = known.find(key);
        ASSERT_EQ(table.find(key), found == known.end() ? KeyTable::kAbsent : found->second);
        const auto number = static_cast<std::uint32_t>(known.size());
        ASSERT_EQ(table.insert(key), known.emplace(key, number).first->second);
        ASSERT_EQ(table.size(), known.size());
      }
      for (const auto& entry : known) ASSERT_EQ(table.find(entry.first), entry.second);
      table.clear();
      for (const auto& entry : known) ASSERT_EQ(table.find(entry.first), KeyTable::kAbsent);
    }
  }
}

}  // namespace
}  // namespace assay
