// Another program started by this one: its end, or one made for it.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace assay {

// Where a child's standard output and error go: nowhere, to the end of a file, or where ours go.
struct ChildOutput {
  enum class To { kNowhere, kFile, kOurs } to = To::kNowhere;
  std::string file = {};

  static ChildOutput appended_to(std::string path) { return {To::kFile, std::move(path)}; }
  static ChildOutput ours() { return {To::kOurs, {}}; }
};

class ChildProcess {
 public:
  // words[0] is the path of the program. It has no standard input. Throws Error(kIo) when it cannot
  // be started.
  explicit ChildProcess(const std::vector<std::string>& words, const ChildOutput& output = {});
  ~ChildProcess();  // kills it when it still runs
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void kill();       // at once, so that it can do nothing about it
  void terminate();  // asks it to end: SIGTERM
  // Waits for its end: the exit code, or minus the signal that ended it.
  int wait();
  // The same without waiting; nullopt while it runs.
  std::optional<int> poll();

 private:
  pid_t process_ = -1;
};

}  // namespace assay
