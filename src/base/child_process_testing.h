// For tests: a process of our own that does a piece of work and ends with its exit code.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

namespace assay {

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
