#include "process.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <new>
#include <stdexcept>

namespace assay::campaign {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void note_interrupt(int) { interrupted = 1; }

// Ends the process at its first socket, whoever asks for it and however.
bool forbid_sockets() {
  std::array<sock_filter, 4> program = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter = {program.size(), program.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

void limit(int resource, rlim_t most) {
  const rlimit both = {most, most};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_interrupted() { return interrupted != 0; }

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

Link::Link(std::string path) : path_(std::move(path)) {
  const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(ShimLink)) != 0) {
    throw std::runtime_error(path_ + ": cannot be written");
  }
  void* memory = ::mmap(nullptr, sizeof(ShimLink), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (memory == MAP_FAILED) throw std::runtime_error(path_ + ": cannot be mapped");
  shared_ = new (memory) ShimLink{};
}

Link::~Link() {
  ::munmap(shared_, sizeof(ShimLink));
  ::unlink(path_.c_str());
}

Process::Process(Command command) : command_(std::move(command)), began_(now()) { start(); }

Process::~Process() {
  if (!ended_ && number_ > 0) {
    send(SIGKILL);
    int status = 0;
    ::waitpid(number_, &status, 0);
  }
  if (out_ >= 0) ::close(out_);
  if (err_ >= 0) ::close(err_);
}

void Process::start() {
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(err.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("cannot make a pipe");
  }
  Words words = command_.words;
  Words environment = {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "ASSAY_CACHE=none", "LC_ALL=C"};
  if (!command_.preload.empty()) environment.push_back("LD_PRELOAD=" + command_.preload);
  if (!command_.link.empty()) {
    environment.push_back(std::string(kLinkVariable) + "=" + command_.link);
  }
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> variables = pointers(environment);
  number_ = ::fork();
  if (number_ < 0) throw std::runtime_error("cannot start a process");
  if (number_ == 0) {  // only what is safe after a fork of many threads
    const int in = ::open("/dev/null", O_RDONLY);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(err[1], STDERR_FILENO);
    ::setpgid(0, 0);  // Ctrl-C is for the campaign
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_AS, command_.limits.address_space);
    limit(RLIMIT_CORE, 0);
    if (::chdir(command_.folder.c_str()) != 0) ::_exit(126);
    if (command_.sockets_are_deadly && !forbid_sockets()) ::_exit(126);
    ::execve(arguments[0], arguments.data(), variables.data());
    ::_exit(127);
  }
  ::close(out[1]);
  ::close(err[1]);
  out_ = out[0];
  err_ = err[0];
}

void Process::send(int signal) const { ::kill(number_, signal); }

bool Process::wait_until_stopped() {
  int status = 0;
  while (now() - began_ < command_.limits.seconds) {
    if (::waitpid(number_, &status, WUNTRACED | WNOHANG) != number_) {
      ::usleep(1000);
      continue;
    }
    if (WIFSTOPPED(status)) return true;
    note_end(status);
    return false;
  }
  return false;
}

void Process::note_end(int status) {
  ended_ = true;
  outcome_.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Takes what the process writes until it closes both ends or the time is up.
void Process::read_until(double deadline) {
  std::array<pollfd, 2> watched = {pollfd{out_, POLLIN, 0}, pollfd{err_, POLLIN, 0}};
  std::array<char, 65536> chunk{};
  while (watched[0].fd >= 0 || watched[1].fd >= 0) {
    const double left = deadline - now();
    if (left <= 0) return;
    if (::poll(watched.data(), watched.size(), static_cast<int>(left * 1000) + 1) <= 0) continue;
    for (std::size_t i = 0; i < watched.size(); ++i) {
      if (watched[i].fd < 0 || watched[i].revents == 0) continue;
      const ssize_t length = ::read(watched[i].fd, chunk.data(), chunk.size());
      if (length <= 0) {
        watched[i].fd = -1;
        continue;
      }
      const auto bytes = static_cast<std::size_t>(length);
      std::string& text = i == 0 ? outcome_.out : outcome_.err;
      if (i == 0) outcome_.out_bytes += bytes;
      if (text.size() < command_.limits.output) text.append(chunk.data(), bytes);
    }
  }
}

Outcome Process::finish() {
  const double limit = command_.limits.seconds;
  read_until(began_ + std::min(limit, command_.kill_after.value_or(limit)));
  const bool to_kill = command_.kill_after && now() - began_ >= *command_.kill_after;
  if (to_kill && !ended_) send(SIGKILL);
  if (now() - began_ >= limit) {
    outcome_.was_too_slow = true;
    send(SIGKILL);
  }
  if (to_kill || outcome_.was_too_slow) read_until(now() + 1);
  if (!ended_) {
    int status = 0;
    rusage usage{};
    while (::wait4(number_, &status, 0, &usage) < 0) {
    }
    note_end(status);
    outcome_.processor_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  }
  outcome_.seconds = now() - began_;
  return outcome_;
}

Outcome run(const Command& command) { return Process(command).finish(); }

}  // namespace assay::campaign
