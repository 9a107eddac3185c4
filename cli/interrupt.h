// Ctrl-C and SIGTERM: the first asks the work to commit and stop, and ends the program when that
// takes too long; a second one ends it at once. A wrapper such as `timeout` sends its signal twice,
// to the process and to its group: what follows the first within half a second is the same wish.
#pragma once

#include <atomic>

namespace assay {

void watch_interrupts();
const std::atomic<bool>* interrupt_flag();
// The exit code that tells of the signal: 130 or 143.
int interrupt_exit_code();

}  // namespace assay
