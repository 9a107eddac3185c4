#include "interrupt.h"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>

namespace assay {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<int> last_signal{SIGINT};

std::atomic<std::int64_t> first_at{0};

constexpr int kSignalExitBase = 128;
constexpr std::int64_t kEchoMilliseconds = 500;

// clock_gettime is one of the few calls that a signal handler may make.
std::int64_t milliseconds_now() {
  struct timespec now {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void on_signal(int number) {
  last_signal.store(number);
  const std::int64_t now = milliseconds_now();
  std::int64_t first = 0;
  if (first_at.compare_exchange_strong(first, now)) {
    interrupted.store(true);
  } else if (now - first >= kEchoMilliseconds) {
    ::_exit(kSignalExitBase + number);
  }
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
