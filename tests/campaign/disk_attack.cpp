// A full disk: exit 4, and after room was made the same command gives the right bytes.
#include <sys/mount.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "attack.h"
#include "namespaces.h"

namespace assay::campaign {

namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kPlenty = 1ULL << 30U;
constexpr std::size_t kSizes = 50;

std::string size_option(std::uint64_t bytes) { return "size=" + std::to_string(bytes); }

// A disk of its own, in memory.
class SmallDisk {
 public:
  SmallDisk(std::string path, std::uint64_t bytes) : path_(std::move(path)) {
    std::filesystem::create_directories(path_);
    if (::mount("none", path_.c_str(), "tmpfs", 0, size_option(bytes).c_str()) != 0) {
      throw std::runtime_error("cannot mount a tmpfs: " + std::string(std::strerror(errno)));
    }
  }
  ~SmallDisk() {
    ::umount2(path_.c_str(), MNT_DETACH);
    std::filesystem::remove(path_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  void set_size(std::uint64_t bytes) const {
    if (::mount("none", path_.c_str(), "tmpfs", MS_REMOUNT, size_option(bytes).c_str()) != 0) {
      throw std::runtime_error("cannot change the size of a tmpfs");
    }
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Points are pages that are free when the job begins: of a small job every number that matters, of
// a heavy one fifty steps from 64 kB to 64 MB.
std::vector<std::string> points(Stage& stage, const Job& job, const Scope&) {
  std::vector<std::string> all;
  if (job.weight == Weight::kHeavy) {
    for (std::size_t i = 0; i < kSizes; ++i) {
      const double pages = 16 * std::pow(1024.0, static_cast<double>(i) / (kSizes - 1));
      all.push_back(std::to_string(std::llround(pages)));
    }
    return all;
  }
  const Reference& reference = stage.reference(job);
  const std::uint64_t before = pages_of(reference.before);
  const std::uint64_t after = pages_of(reference.after);
  for (std::uint64_t pages = 1; before + pages <= after + 2; ++pages) {
    all.push_back(std::to_string(pages));
  }
  return all;
}

std::string run_point(Stage& stage, const Job& job, const std::string& point) {
  const SmallDisk disk(stage.new_name(), kPlenty);
  Trial trial(stage, job, disk.path());
  disk.set_size((pages_of(trial.reference().before) + number(point)) * kPage);
  const Outcome outcome = run(trial.own_command());
  if (outcome.exit_code != 0 && outcome.exit_code != 4) {
    return "exit " + std::to_string(outcome.exit_code) + " instead of 4: " + one_line(outcome.err);
  }
  if (outcome.exit_code == 4 && outcome.err.find('/') == std::string::npos) {
    return "exit 4 without the name of a file: " + one_line(outcome.err);
  }
  std::string problem = trial.look_at_final_names();
  disk.set_size(kPlenty);
  return problem.empty() ? trial.finish_again() : problem;
}

}  // namespace

Attack disk_attack() {
  return {.name = "disk",
          .summary = "a full disk; points: free pages of 4 kB",
          .wanted = 500,
          .fast = 60,
          .obstacle = [](Stage&) { return mount_obstacle(); },
          .fits = [](const Job& job) { return !job.makes.empty(); },
          .points = points,
          .run = run_point};
}

}  // namespace assay::campaign
