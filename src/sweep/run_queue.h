// Programs that run beside each other, some at a time, until all are done or enough is enough.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "assay/base/progress.h"

namespace assay {

struct QueuedProgram {
  std::vector<std::string> words;  // the path of the program first
  std::string log;                 // what it says is added here
};

struct QueueHooks {
  std::function<bool()> may_start;  // asked before each; false: nothing more is started
  std::function<void(std::size_t)> started;
  std::function<void(std::size_t, int)> ended;  // with its exit code, or minus the signal
  std::function<void(const std::vector<std::size_t>&)> waiting;  // now and then: which run
};

// At most `control.jobs` at a time, in order. A cancelled control asks those that run to save and
// end, waits a moment, and throws Interrupted.
void run_programs(const std::vector<QueuedProgram>& programs, const Control& control,
                  const QueueHooks& hooks);

}  // namespace assay
