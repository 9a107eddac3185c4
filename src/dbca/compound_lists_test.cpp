#include "assay/dbca/compound_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "assay/base/random.h"

namespace assay {
namespace {

using ::testing::ElementsAre;

TEST(CompoundLists, KeepEqualListsOnceAndNumberCompoundsByAppearance) {
  CompoundLists lists;
  EXPECT_EQ(lists.add(std::vector<CompoundKey>{5, 9}), 0U);
  EXPECT_EQ(lists.add(std::vector<CompoundKey>{1, 9, 12}), 1U);
  EXPECT_EQ(lists.add(std::vector<CompoundKey>{5, 9}), 0U);
  EXPECT_EQ(lists.add(std::vector<CompoundKey>{}), 2U);
  EXPECT_EQ(lists.size(), 3U);
  EXPECT_EQ(lists.compounds(), 4U);
  EXPECT_EQ(lists.entries(), 5U);
  std::vector<std::uint32_t> read{7};
  lists.read(0, read);
  EXPECT_THAT(read, ElementsAre(0, 1));
  lists.read(1, read);
  EXPECT_THAT(read, ElementsAre(1, 2, 3));
  lists.read(2, read);
  EXPECT_TRUE(read.empty());
  EXPECT_EQ(lists.count(1), 3U);
}

TEST(CompoundLists, ReadBackWhatWasAddedWhateverTheNumbers) {
  Stream stream(stream_key(1, "compound lists"), {});
  CompoundLists lists;
  std::vector<CompoundKey> many(300'000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = i * 1'000'003;
  lists.add(many);  // so that numbers take up to three bytes
  std::vector<std::uint32_t> read;
  for (int trial = 0; trial < 300; ++trial) {
    std::set<std::uint32_t> numbers;
    while (numbers.size() < 200) {
      const auto bound = std::uint64_t{1} << (1 + stream.below(18));
      numbers.insert(static_cast<std::uint32_t>(stream.below(bound) + stream.below(300)));
    }
    std::vector<CompoundKey> keys;
    for (const std::uint32_t number : numbers) keys.push_back(many[number]);
    const std::uint32_t list = lists.add(keys);
    lists.read(list, read);
    ASSERT_TRUE(std::ranges::equal(read, numbers));
    ASSERT_EQ(lists.count(list), 200U);
  }
}

TEST(CompoundKeysOf, HaveEachCompoundOnce) {
  // f(a, a): one compound for both leaves, one for f with either.
  RuleGraph graph;
  const NodeId left = graph.apply(0, {});
  const NodeId right = graph.apply(0, {});
  graph.apply(1, {left, right});
  const std::vector<std::uint64_t> hashes{11, 22};
  const auto count = [&](bool ordered) {
    Subgraphs subgraphs({.name = "test", .most_nodes = 2, .ordered = ordered}, hashes);
    std::vector<CompoundKey> keys{1, 2, 3};
    compound_keys(graph, subgraphs, keys);
    EXPECT_TRUE(std::ranges::is_sorted(keys));
    return keys.size();
  };
  EXPECT_EQ(count(true), 4U);   // a, f, f with a first, f with a second
  EXPECT_EQ(count(false), 3U);  // which input it is does not matter
}

}  // namespace
}  // namespace assay
