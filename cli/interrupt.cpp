#include "interrupt.h"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

namespace assay {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<int> last_signal{SIGINT};

std::atomic<std::int64_t> first_at{0};
timer_t patience{};

constexpr int kSignalExitBase = 128;
constexpr std::int64_t kEchoMilliseconds = 500;
constexpr long kPatienceNanoseconds = 800'000'000;

// In a signal handler only calls that POSIX allows there: clock_gettime, timer_settime, write.

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
    const struct itimerspec once {
      {}, { 0, kPatienceNanoseconds }
    };
    ::timer_settime(patience, 0, &once, nullptr);
  } else if (now - first >= kEchoMilliseconds) {
    ::_exit(kSignalExitBase + number);
  }
}

// What was asked to stop is busy with one long step, or waits for something.
void on_lost_patience(int /*number*/) {
  constexpr std::string_view kLine = "assay: stopped in the middle; what was finished is kept\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
  ::_exit(kSignalExitBase + last_signal.load());
}

}  // namespace

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_lost_patience;
  ::sigaction(SIGALRM, &action, nullptr);
  if (::timer_create(CLOCK_MONOTONIC, nullptr, &patience) != 0) return;  // signals end us at once
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

const std::atomic<bool>* interrupt_flag() { return &interrupted; }

int interrupt_exit_code() { return kSignalExitBase + last_signal.load(); }

}  // namespace assay
