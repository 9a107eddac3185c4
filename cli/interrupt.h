// Ctrl-C: the first asks the work to commit and stop, the second leaves at once.
#pragma once

#include <atomic>

namespace assay {

void watch_interrupts();
const std::atomic<bool>* interrupt_flag();
// The exit code that tells of the signal: 130 or 143.
int interrupt_exit_code();

}  // namespace assay
