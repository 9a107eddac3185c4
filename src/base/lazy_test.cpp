#include "assay/base/lazy.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace assay {
namespace {

TEST(Lazy, IsMadeWhenFirstAskedForAndOnlyOnce) {
  int made = 0;
  const Lazy<int> lazy([&] { return 40 + ++made; });
  EXPECT_EQ(made, 0);
  EXPECT_EQ(lazy.get(), 41);
  EXPECT_EQ(*lazy, 41);
  EXPECT_EQ(made, 1);
}

TEST(Lazy, IsMadeOnceForAllThreads) {
  constexpr std::size_t kThreads = 8;
  std::atomic<int> made = 0;
  const Lazy<std::vector<int>> lazy([&] {
    ++made;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return std::vector<int>(1000, 7);
  });
  std::vector<const std::vector<int>*> seen(kThreads);
  {
    std::vector<std::jthread> threads;
    for (auto& each : seen) threads.emplace_back([&] { each = &lazy.get(); });
  }
  EXPECT_EQ(made, 1);
  for (const auto* each : seen) {
    EXPECT_EQ(each, seen.front());
    EXPECT_EQ(each->back(), 7);
  }
}

TEST(Lazy, TriesAgainAfterAFailure) {
  int tries = 0;
  const Lazy<int> lazy([&] {
    if (++tries == 1) throw std::runtime_error("not yet");
    return tries;
  });
  EXPECT_THROW(lazy.get(), std::runtime_error);
  EXPECT_EQ(lazy.get(), 2);
  EXPECT_EQ(lazy.get(), 2);
}

// What cannot be moved is made in its place.
TEST(Lazy, HoldsWhatCannotBeMoved) {
  struct Fixed {
    explicit Fixed(int number) : value(number) {}
    Fixed(const Fixed&) = delete;
    Fixed& operator=(const Fixed&) = delete;
    int value;
  };
  const Lazy<Fixed> lazy([] { return Fixed(5); });
  EXPECT_EQ(lazy->value, 5);
}

}  // namespace
}  // namespace assay
