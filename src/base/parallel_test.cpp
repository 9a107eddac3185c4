#include "assay/base/parallel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::ThrowsMessage;

constexpr unsigned kJobs[] = {0, 1, 2, 7};

Control with_jobs(unsigned jobs) {
  Control control;
  control.jobs = jobs;
  return control;
}

// Counts how many of its kind are alive.
struct CountedBuffer {
  static inline std::atomic<int> alive = 0;
  static inline std::atomic<int> most_alive = 0;
  std::uint64_t value = 0;

  CountedBuffer() {
    const int now = ++alive;
    int most = most_alive;
    while (now > most && !most_alive.compare_exchange_weak(most, now)) continue;
  }
  CountedBuffer(const CountedBuffer& other) : CountedBuffer() { value = other.value; }
  CountedBuffer& operator=(const CountedBuffer&) = default;
  ~CountedBuffer() { --alive; }
};

// Blocks that take unequally long, so that threads overtake each other.
void dawdle(std::uint64_t block) {
  if (block % 5 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
}

TEST(OrderedParallel, KeepsTheOrder) {
  for (const unsigned jobs : kJobs) {
    std::vector<std::uint64_t> seen;
    ordered_parallel<std::uint64_t>(
        10, 510, with_jobs(jobs),
        [](std::uint64_t block, std::uint64_t& buffer) {
          dawdle(block);
          buffer = block * block;
        },
        [&](std::uint64_t block, std::uint64_t& buffer) {
          EXPECT_EQ(buffer, block * block);
          seen.push_back(block);
        });
    ASSERT_EQ(seen.size(), 500U) << jobs;
    for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], i + 10) << jobs;
  }
}

TEST(OrderedParallel, MakesEveryBlockOnce) {
  for (const unsigned jobs : kJobs) {
    std::vector<std::atomic<int>> made(200);
    ordered_parallel<int>(
        0, 200, with_jobs(jobs), [&](std::uint64_t block, int&) { ++made[block]; },
        [](std::uint64_t, int&) {});
    for (const auto& times : made) EXPECT_EQ(times, 1);
  }
}

TEST(OrderedParallel, ConsumesOneBlockAtATime) {
  for (const unsigned jobs : kJobs) {
    std::atomic<int> inside = 0;
    ordered_parallel<int>(
        0, 100, with_jobs(jobs), [](std::uint64_t, int&) {},
        [&](std::uint64_t block, int&) {
          EXPECT_EQ(++inside, 1) << jobs;
          dawdle(block);
          --inside;
        });
  }
}

// Two blocks that wait for each other are made only when two threads are at work.
TEST(OrderedParallel, WorksAtTheSameTime) {
  std::atomic<int> inside = 0;
  bool met = true;
  ordered_parallel<bool>(
      0, 2, with_jobs(2),
      [&](std::uint64_t, bool& both) {
        ++inside;
        for (int i = 0; i < 10'000 && inside < 2; ++i) {
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        both = inside == 2;
      },
      [&](std::uint64_t, bool& both) { met = met && both; });
  EXPECT_TRUE(met);
}

TEST(OrderedParallel, DoesNothingForNoBlocks) {
  for (const unsigned jobs : kJobs) {
    std::vector<std::uint64_t> seen;
    const auto note = [&](std::uint64_t block, int&) { seen.push_back(block); };
    ordered_parallel<int>(5, 5, with_jobs(jobs), note, note);
    EXPECT_THAT(seen, IsEmpty());
    ordered_parallel<int>(
        5, 6, with_jobs(jobs), [](std::uint64_t, int&) {}, note);
    EXPECT_THAT(seen, ElementsAre(5));
  }
}

TEST(OrderedParallel, HoldsNoMoreBuffersThanPromised) {
  for (const unsigned jobs : {1U, 2U, 7U}) {
    CountedBuffer::alive = 0;
    CountedBuffer::most_alive = 0;
    std::atomic<std::uint64_t> made = 0;
    std::uint64_t consumed = 0;
    std::uint64_t most_ahead = 0;
    ordered_parallel<CountedBuffer>(
        0, 300, with_jobs(jobs), [&](std::uint64_t, CountedBuffer&) { ++made; },
        [&](std::uint64_t block, CountedBuffer&) {
          dawdle(block);
          most_ahead = std::max(most_ahead, made - consumed);
          ++consumed;
        });
    EXPECT_LE(CountedBuffer::most_alive, 2 * static_cast<int>(jobs) + 1);
    EXPECT_LE(most_ahead, 2 * jobs + 1) << "makers run away from a slow consumer";
    EXPECT_EQ(CountedBuffer::alive, 0);
  }
}

TEST(OrderedParallel, HandsOnWhatMakeThrew) {
  for (const unsigned jobs : kJobs) {
    CountedBuffer::alive = 0;
    std::atomic<int> inside = 0;
    std::vector<std::uint64_t> seen;
    const auto run = [&] {
      ordered_parallel<CountedBuffer>(
          0, 1000, with_jobs(jobs),
          [&](std::uint64_t block, CountedBuffer&) {
            ++inside;
            dawdle(block);
            --inside;
            if (block == 20) throw Error(ErrorKind::kInput, "block 20 is bad");
          },
          [&](std::uint64_t block, CountedBuffer&) { seen.push_back(block); });
    };
    EXPECT_THAT(run, ThrowsMessage<Error>("block 20 is bad")) << jobs;
    EXPECT_LE(seen.size(), 20U) << "what was not made was consumed";
    EXPECT_EQ(inside, 0) << "a thread is still at work";
    EXPECT_EQ(CountedBuffer::alive, 0);
  }
}

TEST(OrderedParallel, HandsOnOneProblemWhenAllBlocksFail) {
  for (const unsigned jobs : kJobs) {
    int caught = 0;
    try {
      ordered_parallel<int>(
          0, 100, with_jobs(jobs), [](std::uint64_t, int&) { throw Bug("always"); },
          [](std::uint64_t, int&) { FAIL() << "nothing was made"; });
    } catch (const Bug&) {
      ++caught;
    }
    EXPECT_EQ(caught, 1);
  }
}

TEST(OrderedParallel, HandsOnWhatConsumeThrew) {
  for (const unsigned jobs : kJobs) {
    std::atomic<int> inside = 0;
    std::vector<std::uint64_t> seen;
    const auto run = [&] {
      ordered_parallel<int>(
          0, 1000, with_jobs(jobs),
          [&](std::uint64_t block, int&) {
            ++inside;
            dawdle(block);
            --inside;
          },
          [&](std::uint64_t block, int&) {
            seen.push_back(block);
            if (block == 2) throw Error(ErrorKind::kIo, "the disk is full");
          });
    };
    EXPECT_THAT(run, ThrowsMessage<Error>("the disk is full")) << jobs;
    EXPECT_THAT(seen, ElementsAre(0, 1, 2));
    EXPECT_EQ(inside, 0) << "a thread is still at work";
  }
}

// Sanitizers map more memory than the limit below leaves.
#ifdef ASSAY_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// Whether so many threads can be there at once.
bool can_start(unsigned threads) {
  std::atomic<bool> stay = true;
  std::vector<std::jthread> started;
  bool all = true;
  try {
    for (unsigned i = 0; i < threads; ++i) started.emplace_back([&] { stay.wait(true); });
  } catch (const std::system_error&) {
    all = false;
  }
  stay = false;
  stay.notify_all();
  return all;
}

TEST(OrderedParallel, FewerThreadsDoWhenSomeCannotBeStarted) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need the memory that is taken away here";
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(5);
    const rlimit limit = {256U << 20U, 256U << 20U};  // room for about thirty stacks
    ::setrlimit(RLIMIT_AS, &limit);
    if (can_start(200)) ::_exit(2);
    std::uint64_t consumed = 0;
    ordered_parallel<int>(
        0, 10'000, with_jobs(200), [](std::uint64_t, int&) {},
        [&](std::uint64_t, int&) { ++consumed; });
    ::_exit(consumed == 10'000 ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  ASSERT_NE(WEXITSTATUS(status), 2) << "all threads were started: the limit has no effect";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(OrderedParallel, StopsWhenCancelled) {
  for (const unsigned jobs : kJobs) {
    std::atomic<bool> cancel = false;
    Control control = with_jobs(jobs);
    control.cancel = &cancel;
    std::vector<std::uint64_t> seen;
    const auto run = [&] {
      ordered_parallel<int>(
          0, 1000, control, [](std::uint64_t, int&) {},
          [&](std::uint64_t block, int&) {
            seen.push_back(block);
            if (block == 3) cancel = true;
          });
    };
    EXPECT_THROW(run(), Interrupted) << jobs;
    EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3));
  }
}

TEST(OrderedStream, DrawsInOrderUntilNothingIsLeft) {
  for (const unsigned jobs : kJobs) {
    std::uint64_t drawn = 0;
    std::atomic<int> drawing = 0;
    std::vector<std::uint64_t> seen;
    ordered_stream<std::uint64_t>(
        with_jobs(jobs),
        [&](std::uint64_t block, std::uint64_t& buffer) {
          EXPECT_EQ(++drawing, 1);
          EXPECT_EQ(block, drawn);
          buffer = drawn;
          const bool more = drawn < 300;
          if (more) ++drawn;
          --drawing;
          return more;
        },
        [](std::uint64_t block, std::uint64_t& buffer) {
          dawdle(block);
          buffer *= 2;
        },
        [&](std::uint64_t, std::uint64_t& buffer) { seen.push_back(buffer); });
    ASSERT_EQ(seen.size(), 300U) << jobs;
    for (std::uint64_t i = 0; i < 300; ++i) EXPECT_EQ(seen[i], 2 * i);
  }
}

TEST(OrderedStream, HandsOnWhatDrawThrew) {
  for (const unsigned jobs : kJobs) {
    const auto run = [&] {
      ordered_stream<int>(
          with_jobs(jobs),
          [](std::uint64_t block, int&) {
            if (block == 20) fail(ErrorKind::kIo, "dry");
            return true;
          },
          [](std::uint64_t, int&) {}, [](std::uint64_t, int&) {});
    };
    EXPECT_THAT(run, ThrowsMessage<Error>("dry"));
  }
}

}  // namespace
}  // namespace assay
