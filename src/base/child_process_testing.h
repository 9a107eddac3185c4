// For tests: a process of our own that does a piece of work and ends with its exit code.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "assay/base/error.h"

namespace assay {

// For a child that must not be root, who may read and write everything.
inline void give_up_rights() {
  if (::geteuid() != 0) return;
  constexpr uid_t kNobody = 65534;
  ASSAY_CHECK(::setgid(kNobody) == 0 && ::setuid(kNobody) == 0);
}

// How a piece of work ended: 0 well, 1 + the kind of an Error otherwise.
inline int outcome_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& problem) {
    return 1 + static_cast<int>(problem.kind());
  }
  return 0;
}
inline constexpr int kIoOutcome = 1 + static_cast<int>(ErrorKind::kIo);

// Forked off the test; killed when it is not gone after ten seconds.
class Child {
 public:
  explicit Child(const std::function<int()>& work) : process_(::fork()) {
    if (process_ != 0) return;
    ::alarm(10);
    int code = 99;
    try {
      code = work();
    } catch (...) {
    }
    ::_exit(code);  // allowed: this process is the child
  }
  ~Child() {
    if (process_ > 0) kill_and_wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t process() const { return process_; }
  void kill_and_wait() {
    ::kill(process_, SIGKILL);
    wait();
  }
  // The exit code; the negative signal number when a signal ended it.
  int wait() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t process_;
};

}  // namespace assay
