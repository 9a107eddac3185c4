// One run of the program under test, watched: time, memory, output, exit code.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shim_link.h"

namespace assay::campaign {

using Words = std::vector<std::string>;

// Orders and counts of one process, in a file that lives as long as this.
class Link {
 public:
  explicit Link(std::string path);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  const std::string& path() const { return path_; }
  Orders& orders() { return shared_->orders; }
  const Counts& counts() const { return shared_->counts; }

 private:
  std::string path_;
  ShimLink* shared_;
};

struct Limits {
  double seconds = 20;
  std::uint64_t address_space = 8ULL << 30U;
  std::uint64_t output = 64U << 20U;  // what is kept of it; the rest is counted
};

struct Command {
  Words words;         // the program first
  std::string folder;  // where it runs
  std::string preload;
  std::string link;  // path of the Link, if any
  bool sockets_are_deadly = false;
  std::optional<double> kill_after;  // seconds
  Limits limits;
};

struct Outcome {
  int exit_code = -1;  // 128 + signal when it was ended by one
  bool was_too_slow = false;
  std::string out;
  std::string err;
  std::uint64_t out_bytes = 0;
  double seconds = 0;
  double processor_seconds = 0;
};

// A process that was started and not yet waited for.
class Process {
 public:
  explicit Process(Command command);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  int number() const { return number_; }
  bool wait_until_stopped();  // false when it ended instead; the end is kept for finish()
  void send(int signal) const;
  Outcome finish();

 private:
  void start();
  void read_until(double deadline);
  void note_end(int status);

  Command command_;
  Outcome outcome_;
  int number_ = -1;
  int out_ = -1;
  int err_ = -1;
  double began_ = 0;
  bool ended_ = false;
};

Outcome run(const Command& command);

// Seconds of a clock that never goes back.
double now();

// Set by Ctrl-C: no new points are begun.
bool is_interrupted();
void watch_interrupts();

}  // namespace assay::campaign
