// Another program started by this one: its end, or one made for it.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace assay {

class ChildProcess {
 public:
  // words[0] is the path of the program. It has no standard input; what it writes goes nowhere.
  // Throws Error(kIo) when it cannot be started.
  explicit ChildProcess(const std::vector<std::string>& words);
  ~ChildProcess();  // kills it when it still runs
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void kill();  // at once, so that it can do nothing about it
  // Waits for its end: the exit code, or minus the signal that ended it.
  int wait();
  // The same without waiting; nullopt while it runs.
  std::optional<int> poll();

 private:
  pid_t process_ = -1;
};

}  // namespace assay
