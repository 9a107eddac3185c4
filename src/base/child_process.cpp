#include "assay/base/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "assay/base/error.h"
#include "assay/base/text.h"

extern char** environ;  // of POSIX, which declares it nowhere

namespace assay {

namespace {

int outcome(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }

void direct_output(posix_spawn_file_actions_t& files, const ChildOutput& output) {
  using To = ChildOutput::To;
  if (output.to == To::kOurs) return;
  constexpr int kAppend = O_WRONLY | O_CREAT | O_APPEND;
  constexpr mode_t kMode = 0666;
  const char* path = output.to == To::kFile ? output.file.c_str() : "/dev/null";
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, path, kAppend, kMode);
  ::posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, const ChildOutput& output) {
  ASSAY_CHECK(!words.empty());
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  direct_output(files, output);
  const int problem =
      ::posix_spawn(&process_, words[0].c_str(), &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (problem != 0) {
    process_ = -1;
    fail(ErrorKind::kIo, "{}: cannot be started: {}", printable(words[0]), std::strerror(problem));
  }
}

ChildProcess::~ChildProcess() {
  if (process_ < 0) return;
  kill();
  wait();
}

void ChildProcess::kill() {
  if (process_ > 0) ::kill(process_, SIGKILL);
}

void ChildProcess::terminate() {
  if (process_ > 0) ::kill(process_, SIGTERM);
}

int ChildProcess::wait() {
  ASSAY_CHECK(process_ > 0);
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return outcome(status);
}

std::optional<int> ChildProcess::poll() {
  ASSAY_CHECK(process_ > 0);
  int status = 0;
  if (::waitpid(process_, &status, WNOHANG) <= 0) return std::nullopt;
  process_ = -1;
  return outcome(status);
}

}  // namespace assay
