// A run on disk: one file that is whole or not there, and that nothing else is taken for.
//
//   assay checkpoint 2 SIZE HASH\n      of the rest: bytes and XXH3
//   {...}\n                             what the run is, where it stands, names and shapes of the
//   parameters parameters, first and second moments, each an array of floats; then what a model
//                                       keeps beside its parameters, where it keeps something
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/files.h"

namespace assay::learners {

// What must be equal for a run to go on.
struct RunIdentity {
  std::string content_hash;  // of the data set
  std::string split;         // its name
  std::string split_hash;    // which rows stand where
  std::string vocabulary;    // its hash
  std::string recipe;        // its text
  std::uint64_t seed = 0;
  std::string layout;       // names and shapes of the parameters
  std::string stream = {};  // what is made for training; empty: training reads rows
};

// Where a run stands.
struct RunPosition {
  std::uint64_t step = 0;   // steps that are done
  std::uint64_t epoch = 0;  // and the batch that comes next
  std::uint64_t batch = 0;
  std::uint64_t tokens = 0;    // source and target, without padding
  double cpu_seconds = 0;      // of training, without what is measured meanwhile
  double feeding_seconds = 0;  // of these, for making what a step learns from
  double seconds = 0;
  std::uint64_t metrics_bytes = 0;  // of metrics.jsonl that belong to these steps
  double loss_sum = 0;              // since the last line of metrics
  std::uint64_t loss_steps = 0;
};

struct Checkpoint {
  RunIdentity identity;
  RunPosition position;
  std::vector<float> parameters;
  std::vector<float> first;
  std::vector<float> second;
  std::vector<float> kept = {};  // running means and variances
};

inline constexpr std::string_view kCheckpointName = "checkpoint";

void write_checkpoint(const Folder& folder, const Checkpoint& checkpoint);

// Throws Error(kInput) naming the file when it is damaged, foreign or from another run, and saying
// what differs.
Checkpoint read_checkpoint(const Folder& folder, const RunIdentity& expected);

}  // namespace assay::learners
