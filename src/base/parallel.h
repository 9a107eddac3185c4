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

// Work whose blocks come from one source. draw(block, buffer) fills a buffer, by one thread at a
// time and first to last, and says false when nothing is left; make(block, buffer) works on it
// beside others; consume(block, buffer) takes it over in order, by one thread at a time. Whoever
// finishes the block that comes next takes it over at once, while it is warm, and whatever stands
// ready behind it; so a thread sleeps only when it is too far ahead. There are control.jobs
// threads, the calling one among them. Buffers are reused; at most 2 * jobs + 1 are alive, so
// memory is flat. The first exception stops the work and is thrown again here; a cancelled control
// throws Interrupted.
template <typename Buffer, typename Draw, typename Make, typename Consume>
void ordered_stream(const Control& control, Draw draw, Make make, Consume consume) {
  const unsigned jobs = control.jobs == 0 ? 1 : control.jobs;
  if (jobs == 1) {
    Buffer buffer;
    for (std::uint64_t block = 0; draw(block, buffer); ++block) {
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
  std::condition_variable room;  // a slot was emptied or drawn, or the work is over
  std::uint64_t next_draw = 0;
  std::uint64_t next_consume = 0;
  bool drawing = false;
  bool drained = false;
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
    while (!stop && slots[next_consume % window].filled) {
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
                [&] { return stop || drained || (!drawing && next_draw < next_consume + window); });
      if (stop || drained) break;
      const std::uint64_t block = next_draw++;
      Slot& slot = slots[block % window];
      bool more = false;
      drawing = true;
      unlocked(lock, [&] { more = draw(block, slot.buffer); });
      drawing = false;
      if (!more) drained = true;
      room.notify_one();
      if (stop || drained) break;
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

// The same for the blocks in [first, last), which need no drawing.
template <typename Buffer, typename Make, typename Consume>
void ordered_parallel(std::uint64_t first, std::uint64_t last, const Control& control, Make make,
                      Consume consume) {
  Control own = control;
  if (last - first <= 1) own.jobs = 1;
  ordered_stream<Buffer>(
      own, [&](std::uint64_t block, Buffer&) { return first + block < last; },
      [&](std::uint64_t block, Buffer& buffer) { make(first + block, buffer); },
      [&](std::uint64_t block, Buffer& buffer) { consume(first + block, buffer); });
}

}  // namespace assay
