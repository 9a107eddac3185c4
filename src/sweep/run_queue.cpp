#include "assay/sweep/run_queue.h"

#include <chrono>
#include <iterator>
#include <map>
#include <thread>

#include "assay/base/child_process.h"
#include "assay/base/error.h"

namespace assay {

namespace {

constexpr std::chrono::milliseconds kPause{50};

class RunQueue {
 public:
  RunQueue(const std::vector<QueuedProgram>& programs, const Control& control,
           const QueueHooks& hooks)
      : programs_(programs), control_(control), hooks_(hooks) {}

  void run() {
    while (start_some() || !running_.empty()) {
      if (control_.cancelled()) stop();
      end_some();
      hooks_.waiting(numbers());
      std::this_thread::sleep_for(kPause);
    }
  }

 private:
  // Whether more is to come after those that run.
  bool start_some() {
    while (next_ < programs_.size() && running_.size() < control_.jobs) {
      if (is_over_ || !hooks_.may_start()) {
        is_over_ = true;
        return false;
      }
      const QueuedProgram& program = programs_[next_];
      running_.try_emplace(next_, program.words, ChildOutput::appended_to(program.log));
      hooks_.started(next_);
      ++next_;
    }
    return next_ < programs_.size();
  }

  void end_some() {
    for (auto at = running_.begin(); at != running_.end();) {
      const auto code = at->second.poll();
      if (!code) {
        ++at;
        continue;
      }
      const std::size_t number = at->first;
      at = running_.erase(at);
      hooks_.ended(number, *code);
    }
  }

  // Each saves what it has; what needs longer is killed and loses what it did since it last saved.
  [[noreturn]] void stop() {
    constexpr int kPatience = 13;  // pauses; after 0.8 s the front end loses its own
    for (auto& [number, child] : running_) child.terminate();
    for (int pause = 0; pause < kPatience && !running_.empty(); ++pause) {
      std::this_thread::sleep_for(kPause);
      for (auto at = running_.begin(); at != running_.end();) {
        at = at->second.poll() ? running_.erase(at) : std::next(at);
      }
    }
    throw Interrupted("the sweep was stopped; the same command goes on");
  }

  std::vector<std::size_t> numbers() const {
    std::vector<std::size_t> result;
    for (const auto& [number, child] : running_) result.push_back(number);
    return result;
  }

  const std::vector<QueuedProgram>& programs_;
  const Control& control_;
  const QueueHooks& hooks_;
  std::map<std::size_t, ChildProcess> running_;
  std::size_t next_ = 0;
  bool is_over_ = false;
};

}  // namespace

void run_programs(const std::vector<QueuedProgram>& programs, const Control& control,
                  const QueueHooks& hooks) {
  RunQueue(programs, control, hooks).run();
}

}  // namespace assay
