#include "interrupt.h"

#include <unistd.h>

#include <csignal>

namespace assay {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<int> last_signal{SIGINT};

constexpr int kSignalExitBase = 128;

void on_signal(int number) {
  last_signal.store(number);
  if (interrupted.exchange(true)) ::_exit(kSignalExitBase + number);
}

}  // namespace

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

const std::atomic<bool>* interrupt_flag() { return &interrupted; }

int interrupt_exit_code() { return kSignalExitBase + last_signal.load(); }

}  // namespace assay
