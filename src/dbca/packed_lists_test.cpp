#include "assay/dbca/packed_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace assay {
namespace {

using testing::ElementsAreArray;

TEST(PackedLists, AreEmptyAtFirst) {
  const PackedLists<int> lists;
  EXPECT_EQ(lists.size(), 0U);
  EXPECT_EQ(lists.values(), 0U);
}

TEST(PackedLists, KeepEveryListInManyPieces) {
  PackedLists<std::size_t> lists;
  std::size_t values = 0;
  const auto list_of = [](std::size_t number) {
    std::vector<std::size_t> list(number % 4);  // some are empty
    std::iota(list.begin(), list.end(), number);
    return list;
  };
  constexpr std::size_t kLists = 50'000;
  for (std::size_t i = 0; i < kLists; ++i) {
    lists.add(list_of(i));
    values += i % 4;
  }
  ASSERT_EQ(lists.size(), kLists);
  EXPECT_EQ(lists.values(), values);
  for (std::size_t i = 0; i < kLists; ++i) ASSERT_THAT(lists[i], ElementsAreArray(list_of(i)));
}

}  // namespace
}  // namespace assay
