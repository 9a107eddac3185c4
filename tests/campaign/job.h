// What the campaign attacks: small commands of every verb and task, and how they build on each
// other.
#pragma once

#include <string>
#include <vector>

#include "process.h"
#include "tree.h"

namespace assay::campaign {

enum class Weight {
  kLight,  // some 20 ms
  kSlow,   // not for the fast form
  kHeavy,  // megabytes: only for the attack that needs them
};

struct Job {
  std::string name;                     // "export-logic"
  Words words;                          // the verb first
  std::vector<std::string> needs = {};  // jobs whose results lie in the folder beforehand
  Tree files = {};                      // and further files
  std::string makes = {};               // the folder that it writes, if any
  std::string printed_to = {};          // the file that keeps its output for jobs that need it
  Weight weight = Weight::kLight;

  const std::string& verb() const { return words.front(); }
};

// All of them; a task, a verb or another way to call one is a row of a table in jobs.cpp.
std::vector<Job> all_jobs();

}  // namespace assay::campaign
