// The campaign: which points are run in which order, what was found, what is left.
#pragma once

#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "attack.h"
#include "stage.h"

namespace assay::campaign {

struct Choice {
  std::vector<std::string> attacks;  // none: all
  std::string job;                   // empty: all
  std::string point;                 // empty: all
  bool is_fast = false;
  bool is_enough = false;  // of each attack as many points as it wants, then no more
  double minutes = 0;      // 0: until all is done
  std::size_t workers = 2;
  std::uint64_t seed = 1;
};

struct Finding {
  std::string job;
  std::string point;
  std::string problem;
};

struct Result {
  std::string attack;
  std::string skipped;       // why
  std::uint64_t wanted = 0;  // points of a full campaign
  std::uint64_t points = 0;
  std::map<std::string, std::uint64_t> kinds;  // points of each kind (Attack::kind)
  std::set<std::string> jobs;                  // that were attacked
  double seconds = 0;                          // of all workers together
  std::vector<Finding> findings;
};

// Points that are done, kept in a file so that a campaign goes on where it was stopped.
class PointJournal {
 public:
  explicit PointJournal(const std::string& path);
  // Of a point that was run before: the problem, or empty text. From any thread, as all here.
  std::optional<std::string> find(const std::string& key) const;
  void add(const std::string& key, const std::string& problem);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> done_;
  std::ofstream file_;
};

using Say = std::function<void(const std::string& line)>;

// Runs what was chosen; results in the order of attacks.
std::vector<Result> run_campaign(Stage& stage, const std::vector<Attack>& attacks,
                                 const Choice& choice, PointJournal& journal, const Say& say);

// The command that repeats a finding.
std::string repeating_command(const Stage& stage, const Result& result, const Finding& finding,
                              std::uint64_t seed);

// The place of the i-th visit in a list of `size`: every place once, and early visits far apart.
std::size_t spread_place(std::size_t i, std::size_t size, std::uint64_t start);

}  // namespace assay::campaign
