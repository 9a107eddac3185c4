#include "program.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace assay::testing {

namespace {

namespace fs = std::filesystem;

struct Child {
  pid_t pid = -1;
  int out = -1;
  int err = -1;
};

void become_program(const std::vector<std::string>& words) {
  ::setenv("ASSAY_CACHE", "none", 1);  // the user's own is none of a test's business
  std::vector<char*> arguments = {const_cast<char*>(ASSAY_PROGRAM)};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(ASSAY_PROGRAM, arguments.data());
  ::_exit(127);
}

Child start(const std::vector<std::string>& words, const std::string& input_path) {
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (::pipe(out.data()) != 0 || ::pipe(err.data()) != 0) std::abort();
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int in = ::open(input_path.c_str(), O_RDONLY);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(err[1], STDERR_FILENO);
    for (const int descriptor : {in, out[0], out[1], err[0], err[1]}) ::close(descriptor);
    become_program(words);
  }
  ::close(out[1]);
  ::close(err[1]);
  return {pid, out[0], err[0]};
}

void drain(const Child& child, Outcome& outcome) {
  std::array<pollfd, 2> watched = {pollfd{child.out, POLLIN, 0}, pollfd{child.err, POLLIN, 0}};
  std::array<char, 65536> chunk{};
  while (watched[0].fd >= 0 || watched[1].fd >= 0) {
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    for (std::size_t i = 0; i < watched.size(); ++i) {
      if (watched[i].fd < 0 || watched[i].revents == 0) continue;
      const ssize_t length = ::read(watched[i].fd, chunk.data(), chunk.size());
      if (length <= 0) {
        ::close(watched[i].fd);
        watched[i].fd = -1;
      } else {
        (i == 0 ? outcome.out : outcome.err).append(chunk.data(), static_cast<std::size_t>(length));
      }
    }
  }
}

int wait_for(pid_t pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Outcome assay(const std::vector<std::string>& words, const std::string& input) {
  std::string path = "/dev/null";
  std::optional<ScratchFolder> scratch;
  if (!input.empty()) {
    scratch.emplace();
    path = *scratch / "input";
    write_file(path, input);
  }
  Outcome outcome;
  const Child child = start(words, path);
  drain(child, outcome);
  outcome.exit_code = wait_for(child.pid);
  return outcome;
}

void expect_one_line(const Outcome& outcome, int exit_code, const std::string& says) {
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  EXPECT_THAT(outcome.err, ::testing::HasSubstr(says));
}

bool assay_killed_after(const std::vector<std::string>& words, unsigned microseconds) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      ::dup2(nothing, descriptor);
    }
    become_program(words);
  }
  ::usleep(microseconds);
  ::kill(pid, SIGKILL);
  return wait_for(pid) == 128 + SIGKILL;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string contents_of(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    if (entry.is_regular_file() && !name.starts_with(".assay")) files.push_back(name);
  }
  std::sort(files.begin(), files.end());
  std::string all;
  for (const std::string& name : files) {
    all += name;
    all += '\n';
    all += read_file((fs::path(folder) / name).string());
    all += '\n';
  }
  return all;
}

std::vector<std::string> text_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string stamp_of(const std::string& task, const std::vector<std::string>& settings) {
  std::vector<std::string> words = {"show", task, "-n", "1", "--json"};
  words.insert(words.end(), settings.begin(), settings.end());
  const std::string row = assay(words).out;
  return row.substr(row.find(task) + task.size() + 1, 8);  // {"id":"scan:5f0e2a91:...
}

}  // namespace assay::testing
