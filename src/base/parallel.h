// Work in blocks on several threads, taken over in order.
//
// The result never depends on the number of threads: blocks are cut by address, each is made by one
// thread into a buffer of its own, and they are handed over first to last, one at a time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/progress.h"

namespace assay {

// The threads behind ordered_stream, which says what they do. One mutex guards all members; draw,
// make and consume run without it.
//
// A block is drawn, made, ready and consumed. Block b uses slot b mod window for all of that, and
// these two always hold:
//
//   next_consume <= next_draw <= next_consume + window
//   blocks before next_consume are consumed, blocks from next_draw on are not drawn yet
//
// Slots. Block b is drawn only when b < next_consume + window, so block b - window, which had the
// slot before, is consumed: a slot serves one block at a time, and only the thread that draws,
// makes or consumes the block touches its buffer. Memory is `window` buffers.
//
// Order. Only the thread that has set `is_drawing_` draws, and only the one that has set
// `is_consuming_` consumes; both take the next number. A thread that ends a block while another one
// consumes need not do anything: the other looks for a ready block under the mutex before it stops
// consuming, so it sees this one.
//
// No deadlock. A thread sleeps only to draw, while another one draws or the window is full. Suppose
// all sleep. Then nobody draws, so the window is full: block next_consume is drawn, and as nobody
// is at work, it is made. The thread that made it, or the one that consumed at that time, has
// consumed it before going to sleep, which contradicts that it is the next. No wake-up is lost,
// either: what sleepers wait for changes when a draw ends and when a block is consumed, each
// followed by a notify_one under the same mutex. One is enough, as only one thread can draw: it
// notifies the next one when its draw ends. The end of the work wakes all.
//
// Exceptions. The first one that a step throws is kept and stops the crew: sleepers wake up and
// leave, steps under way end, and nothing else is drawn, made or consumed. So what was consumed is
// always a prefix of all blocks. A cancelled control is an exception before the next block is
// consumed.
//
// A thread that cannot be started is none: those that did start, the calling one at least, do all
// of the work.
template <typename Buffer, typename Draw, typename Make, typename Consume>
class OrderedCrew {
 public:
  OrderedCrew(unsigned jobs, const Control& control, Draw& draw, Make& make, Consume& consume)
      : jobs_(jobs),
        control_(control),
        draw_(draw),
        make_(make),
        consume_(consume),
        slots_(std::size_t{jobs} * 2 + 1) {}

  // Works with `jobs` threads, the calling one among them, until nothing is left.
  void run() {
    {
      std::vector<std::jthread> others;
      others.reserve(jobs_);
      try {
        for (unsigned i = 1; i < jobs_; ++i) others.emplace_back([this] { work(); });
      } catch (...) {  // fewer do as well
      }
      work();
    }
    if (problem_) std::rethrow_exception(problem_);
  }

 private:
  enum class State { kOpen, kDrained, kStopped };  // drained: all blocks are drawn
  using Lock = std::unique_lock<std::mutex>;

  struct Slot {
    Buffer buffer;
    bool is_ready = false;  // made, not consumed yet
  };
  Slot& slot_of(std::uint64_t block) { return slots_[block % slots_.size()]; }

  // What each thread does.
  void work() {
    Lock lock(mutex_);
    while (wait_for_turn(lock)) {
      const std::uint64_t block = next_draw_++;
      if (!draw_block(lock, block)) break;
      if (!unlocked(lock, [&] { make_(block, slot_of(block).buffer); })) break;
      slot_of(block).is_ready = true;
      consume_ready(lock);
    }
    room_.notify_all();
  }

  // Sleeps until this thread may draw; false when there is nothing to draw any more.
  bool wait_for_turn(Lock& lock) {
    room_.wait(lock, [&] {
      return state_ != State::kOpen || (!is_drawing_ && next_draw_ < next_consume_ + slots_.size());
    });
    return state_ == State::kOpen;
  }

  bool draw_block(Lock& lock, std::uint64_t block) {
    bool is_drawn = false;
    is_drawing_ = true;
    unlocked(lock, [&] { is_drawn = draw_(block, slot_of(block).buffer); });
    is_drawing_ = false;
    if (!is_drawn && state_ == State::kOpen) state_ = State::kDrained;
    room_.notify_one();
    return state_ == State::kOpen;
  }

  // Consumes the blocks that come next, as far as they are ready.
  void consume_ready(Lock& lock) {
    if (is_consuming_) return;
    is_consuming_ = true;
    while (state_ != State::kStopped && slot_of(next_consume_).is_ready) {
      const std::uint64_t block = next_consume_;
      unlocked(lock, [&] {
        if (control_.cancelled()) throw Interrupted("stopped on request");
        consume_(block, slot_of(block).buffer);
      });
      slot_of(block).is_ready = false;
      ++next_consume_;
      room_.notify_one();
    }
    is_consuming_ = false;
  }

  // Runs a step without the mutex; false when the crew has been stopped, by this step or another.
  template <typename Step>
  bool unlocked(Lock& lock, Step step) {
    lock.unlock();
    std::exception_ptr caught;
    try {
      step();
    } catch (...) {
      caught = std::current_exception();
    }
    lock.lock();
    if (caught) stop(caught);
    return state_ != State::kStopped;
  }

  void stop(std::exception_ptr problem) {
    if (!problem_) problem_ = std::move(problem);
    state_ = State::kStopped;
    room_.notify_all();
  }

  unsigned jobs_;
  const Control& control_;
  Draw& draw_;
  Make& make_;
  Consume& consume_;

  std::mutex mutex_;
  std::condition_variable room_;  // a slot was emptied or drawn, or the work is over
  State state_ = State::kOpen;
  bool is_drawing_ = false;
  bool is_consuming_ = false;
  std::uint64_t next_draw_ = 0;
  std::uint64_t next_consume_ = 0;
  std::vector<Slot> slots_;  // the window
  std::exception_ptr problem_;
};

// Work whose blocks come from one source. draw(block, buffer) fills a buffer, by one thread at a
// time and first to last, and says false when nothing is left; make(block, buffer) works on it, on
// several threads at once; consume(block, buffer) takes it over in order, by one thread at a time.
// The thread that finishes the next block in order consumes it at once, while it is in the cache,
// and all blocks that are ready behind it; so a thread sleeps only when it is too far ahead. There
// are control.jobs threads, the calling one among them. Buffers are reused; at most 2 * jobs + 1
// are alive, so memory is flat. The first exception stops the work and is thrown again here; a
// cancelled control throws Interrupted.
template <typename Buffer, typename Draw, typename Make, typename Consume>
void ordered_stream(const Control& control, Draw draw, Make make, Consume consume) {
  if (control.jobs > 1) {
    OrderedCrew<Buffer, Draw, Make, Consume>(control.jobs, control, draw, make, consume).run();
    return;
  }
  Buffer buffer;
  for (std::uint64_t block = 0; draw(block, buffer); ++block) {
    if (control.cancelled()) throw Interrupted("stopped on request");
    make(block, buffer);
    consume(block, buffer);
  }
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
