// Where jobs run: what an undisturbed run gives, and folders for disturbed ones.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "job.h"
#include "process.h"
#include "tree.h"

namespace assay::campaign {

// An undisturbed run.
struct Reference {
  Tree before;
  Tree after;
  Outcome outcome;
  std::uint64_t calls = 0;
  std::array<std::uint64_t, kCallNames.size()> of_kind = {};
  std::uint64_t allocations = 0;
};

class Stage {
 public:
  struct Paths {
    std::string program;
    std::string shims;  // the folder of both libraries
    std::string work;
  };
  Stage(Paths paths, std::vector<Job> jobs);

  const std::vector<Job>& jobs() const { return jobs_; }
  const Job& job(const std::string& name) const;  // throws when there is none
  const Paths& paths() const { return paths_; }

  // Made when first asked for; throws when the job does not even work undisturbed. From any thread.
  const Reference& reference(const Job& job);

  std::string new_name();  // of a file or folder that nobody has yet, below work
  std::string calls_shim() const { return paths_.shims + "/libassay_calls_shim.so"; }
  std::string memory_shim() const { return paths_.shims + "/libassay_memory_shim.so"; }

 private:
  struct Kept {
    std::once_flag once;
    Reference reference;
    std::string folder;
  };
  void make(const Job& job, Kept& kept);
  void lay_out(const Job& job, const std::string& folder);
  friend class Trial;

  Paths paths_;
  std::vector<Job> jobs_;
  std::map<std::string, std::unique_ptr<Kept>> kept_;
  std::atomic<std::uint64_t> names_ = 0;
};

// A folder of its own, as a job finds it, and runs in it; removed in the end.
class Trial {
 public:
  Trial(Stage& stage, const Job& job);
  Trial(Stage& stage, const Job& job, std::string folder);  // that somebody else removes
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  const std::string& folder() const { return folder_; }
  Stage& stage() { return stage_; }
  const Job& job() const { return job_; }
  const Reference& reference() { return stage_.reference(job_); }

  Command command(const Words& words) const;  // with the calls shim, without orders
  Command own_command() const { return command(job_.words); }

  // Runs the job under orders; `with_memory`: the memory shim is there as well.
  Outcome run_under(Link& link, bool with_memory = false) const;
  Link new_link();

  // What is wrong, or nothing: the same command again ends well and everything is as it should be.
  std::string finish_again();
  // ... no data set is there that is none.
  std::string look_at_final_names();
  // ... files, but for a cache, and the output of a job that makes none, are those of the
  // undisturbed run.
  std::string compare(const Outcome& outcome);

 private:
  Stage& stage_;
  const Job& job_;
  std::string folder_;
  bool is_own_;
};

// What no run may do, whatever happened to it; nothing when it did not.
std::string unclean_end(const Outcome& outcome);

// The first line of a text, cut, without control characters.
std::string one_line(const std::string& text);

}  // namespace assay::campaign
