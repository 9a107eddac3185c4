#include "memory.h"

#include <unistd.h>

#include <atomic>
#include <new>
#include <string_view>

namespace assay {

namespace {

constexpr int kExitCode = 4;

std::atomic_flag is_ending;

void end_now() {
  while (is_ending.test_and_set()) ::pause();  // another thread is about to
  ::_exit(report_out_of_memory());
}

}  // namespace

void watch_memory() { std::set_new_handler(end_now); }

int report_out_of_memory() {
  // The C library's own way to write may need memory.
  constexpr std::string_view kLine =
      "assay: out of memory; use fewer --jobs or smaller parts, then run the same command again\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
  return kExitCode;
}

}  // namespace assay
