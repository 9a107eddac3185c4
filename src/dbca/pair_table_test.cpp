#include "assay/dbca/pair_table.h"

#include <gtest/gtest.h>

#include <map>

#include "assay/base/random.h"

namespace assay {
namespace {

TEST(PairTable, CountsAsAMapDoes) {
  Stream stream(stream_key(1, "pair table"), {});
  PairTable table;
  for (int again = 0; again < 2; ++again) {
    std::map<std::pair<CompoundKey, CompoundKey>, std::uint32_t> wanted;
    for (int i = 0; i < 20'000; ++i) {
      // Keys with equal lower bits, as no good hash has.
      const CompoundKey compound = stream.below(300) << 50U;
      const CompoundKey larger = stream.below(40);
      const auto times = static_cast<std::uint32_t>(1 + stream.below(5));
      table.add({compound, larger, times});
      wanted[{compound, larger}] += times;
    }
    EXPECT_GE(table.bytes(), wanted.size() * sizeof(PairCount));
    const auto pairs = table.take();
    ASSERT_EQ(pairs.size(), wanted.size());
    std::size_t at = 0;
    for (const auto& [key, times] : wanted) {  // in the same order
      ASSERT_EQ(pairs[at].compound, key.first);
      ASSERT_EQ(pairs[at].larger, key.second);
      ASSERT_EQ(pairs[at].times, times);
      ++at;
    }
    EXPECT_EQ(table.bytes(), 0U) << "it can be used again";
  }
}

TEST(PairTable, RefusesWhat32BitsCannotCount) {
  PairTable table;
  table.add({1, 2, ~0U - 1});
  table.add({1, 2, 1});
  EXPECT_THROW(table.add({1, 2, 1}), Bug);
}

}  // namespace
}  // namespace assay
