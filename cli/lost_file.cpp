#include "lost_file.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "assay/base/mapped_memory.h"

namespace assay {

namespace {

constexpr int kIoExitCode = 4;

// write() is one of the few calls that a signal handler may make.
void say(std::string_view text) {
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0) return;
}

void on_bus_error(int number, siginfo_t* info, void* /*context*/) {
  const char* path = mapped_file_at(info->si_addr);
  if (path == nullptr) {
    ::signal(number, SIG_DFL);  // not a file's doing: the instruction is met again, and ends us
    return;
  }
  say("assay: ");
  say(path);
  say(": cannot read: it became shorter, or the disk failed; run the same command again\n");
  ::_exit(kIoExitCode);
}

}  // namespace

void watch_mapped_files() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace assay
