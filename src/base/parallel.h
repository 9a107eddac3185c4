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

// Calls make(block, buffer) for every block in [first, last) on `jobs` threads, the calling one
// among them, and consume(block, buffer) in order, by one thread at a time. Whoever finishes the
// block that comes next takes it over at once, while it is warm, and whatever stands ready behind
// it; so a thread sleeps only when it is too far ahead. Buffers are reused; at most 2 * jobs + 1
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
  std::condition_variable room;  // a slot was emptied, or the work is over
  std::uint64_t next_make = first;
  std::uint64_t next_consume = first;
  bool consuming = false;
  bool stop = false;
  std::exception_ptr problem;

  // Runs a step without the lock; its exception ends the work for everybody.
  const auto unlocked = [&](std::unique_lock<std::mutex>& lock, auto step) {
    lock.unlock();
    std::exception_ptr caught;
    try {
      step();
    } catch (...) {
      caught = std::current_exception();
    }
    lock.lock();
    if (!caught) return;
    if (!problem) problem = caught;
    stop = true;
    room.notify_all();
  };
  const auto consume_ready = [&](std::unique_lock<std::mutex>& lock) {
    if (consuming) return;  // whoever does it will see this block, too
    consuming = true;
    while (!stop && next_consume < last && slots[next_consume % window].filled) {
      const std::uint64_t block = next_consume;
      Slot& slot = slots[block % window];
      unlocked(lock, [&] {
        if (control.cancelled()) throw Interrupted("stopped on request");
        consume(block, slot.buffer);
      });
      slot.filled = false;
      ++next_consume;
      room.notify_one();
    }
    consuming = false;
  };
  const auto work = [&] {
    std::unique_lock lock(mutex);
    for (;;) {
      room.wait(lock,
                [&] { return stop || next_make >= last || next_make < next_consume + window; });
      if (stop || next_make >= last) break;
      const std::uint64_t block = next_make++;
      Slot& slot = slots[block % window];
      unlocked(lock, [&] { make(block, slot.buffer); });
      if (stop) break;
      slot.filled = true;
      consume_ready(lock);
    }
    room.notify_all();
  };

  {
    std::vector<std::jthread> others;
    try {
      for (unsigned i = 1; i < jobs; ++i) others.emplace_back(work);
    } catch (...) {
      const std::lock_guard lock(mutex);
      problem = std::current_exception();
      stop = true;
      room.notify_all();
    }
    work();
  }
  if (problem) std::rethrow_exception(problem);
}

}  // namespace assay
