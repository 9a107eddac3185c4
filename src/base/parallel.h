// Work in blocks on several threads, taken over in order.
//
// The result never depends on the number of threads: blocks are cut by address, each is made by one
// thread into a buffer of its own, and the calling thread receives them first to last.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/progress.h"

namespace assay {

// Calls make(block, buffer) for every block in [first, last) on `jobs` threads and
// consume(block, buffer) on the calling thread in order. Buffers are reused; at most 2 * jobs + 1
// are alive, so memory is flat. The first exception stops the work and is thrown again here; a
// cancelled control throws Interrupted.
template <typename Buffer, typename Make, typename Consume>
void ordered_parallel(std::uint64_t first, std::uint64_t last, const Control& control, Make make,
                      Consume consume) {
  const unsigned jobs = control.jobs == 0 ? 1 : control.jobs;
  if (jobs == 1 || last - first <= 1) {
    Buffer buffer;
    for (std::uint64_t block = first; block < last; ++block) {
      if (control.cancelled()) throw Interrupted("stopped on request");
      make(block, buffer);
      consume(block, buffer);
    }
    return;
  }

  struct Slot {
    Buffer buffer;
    bool filled = false;
  };
  const std::uint64_t window = std::uint64_t{jobs} * 2 + 1;
  std::vector<Slot> slots(window);
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t next_make = first;
  std::uint64_t next_consume = first;
  bool stop = false;
  std::exception_ptr problem;

  const auto work = [&] {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock,
                   [&] { return stop || next_make >= last || next_make < next_consume + window; });
      if (stop || next_make >= last) return;
      const std::uint64_t block = next_make++;
      Slot& slot = slots[block % window];
      lock.unlock();
      std::exception_ptr caught;
      try {
        make(block, slot.buffer);
      } catch (...) {
        caught = std::current_exception();
      }
      lock.lock();
      if (caught) {
        if (!problem) problem = caught;
        stop = true;
      }
      slot.filled = true;
      changed.notify_all();
    }
  };

  std::vector<std::jthread> threads;
  const auto finish = [&] {
    {
      const std::lock_guard lock(mutex);
      stop = true;
    }
    changed.notify_all();
    threads.clear();
  };
  try {
    for (unsigned i = 0; i < jobs; ++i) threads.emplace_back(work);
    for (std::uint64_t block = first; block < last; ++block) {
      Slot& slot = slots[block % window];
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return stop || slot.filled; });
        if (stop) break;
      }
      if (control.cancelled()) throw Interrupted("stopped on request");
      consume(block, slot.buffer);
      {
        const std::lock_guard lock(mutex);
        slot.filled = false;
        ++next_consume;
      }
      changed.notify_all();
    }
  } catch (...) {
    finish();
    throw;
  }
  finish();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace assay
