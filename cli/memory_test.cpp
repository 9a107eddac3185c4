#include "memory.h"

#include <gtest/gtest.h>

#include <limits>
#include <new>
#include <thread>

namespace assay {
namespace {

#ifdef ASSAY_SANITIZED
constexpr bool kOwnAllocation = false;  // a sanitizer's operator new ends the program itself
#else
constexpr bool kOwnAllocation = true;
#endif

void ask_for_too_much() { ::operator delete(::operator new(std::numeric_limits<long>::max())); }

TEST(MemoryDeathTest, AFailedAllocationEndsTheProgramWithOneLine) {
  if (!kOwnAllocation) GTEST_SKIP() << "a sanitizer looks after memory";
  const auto run = [] {
    watch_memory();
    ask_for_too_much();
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(4), "^assay: out of memory; [^\n]*\n$");
}

TEST(MemoryDeathTest, AlsoWhereNothingMayBeThrown) {
  if (!kOwnAllocation) GTEST_SKIP() << "a sanitizer looks after memory";
  const auto run = [] {
    watch_memory();
    std::thread([]() noexcept { ask_for_too_much(); }).join();
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(4), "^assay: out of memory; [^\n]*\n$");
}

}  // namespace
}  // namespace assay
