// How often the sub-graphs of one example stand in the rows of each part of a data set: what of it
// has been shown in training, and what has not (Keysers et al. 2020, Tables 8 and 9).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/core/task.h"
#include "assay/store/data_set.h"
#include "assay/store/part_choice.h"

namespace assay {

struct SeenCompound {
  std::vector<NodeId> nodes;        // one occurrence in the example, ascending
  std::vector<std::uint64_t> rows;  // that have it, of each part
  // Rarer in the first part than each of its parts with one node fewer. Whatever is not telling
  // is just as rare as something smaller in it.
  bool telling = false;
  // A row of the first part, the shortest that has it; where none has, one that has all of it but
  // one node, of the rarest such part. A number in SeenCompounds::shown.
  std::optional<std::size_t> shown = {};
};

struct ShownRow {
  std::string id;
  std::string input;
  std::string steps;  // how its target follows; empty where the task does not tell
};

struct SeenCompounds {
  struct Part {
    std::string name;
    std::uint64_t rows = 0;    // different ones
    bool has_example = false;  // whether the example itself is one of them
  };
  std::string split;  // empty: the data set's own parts
  std::vector<Part> parts = {};
  std::uint32_t most_nodes = 0;  // of a sub-graph
  bool is_cut = false;           // the example has so many that larger ones were left out
  std::vector<SeenCompound> compounds = {};  // rarest in the first part first, then the smaller one
  std::vector<ShownRow> shown = {};          // rows of the first part that show them
};

struct SeenRequest {
  PartChoice against;            // the part that is compared with; it comes first
  std::uint32_t most_nodes = 0;  // of a sub-graph; 0: as the task counts compounds
  bool all = false;              // show rows also for what is not telling
};

// `example` has its rules, and is a row of the data set or not. Throws Error(kInput) when rows were
// stored without rules, Error(kUsage) for a part that is not there.
SeenCompounds count_seen(const DataSet& data, const Task& task, const Example& example,
                         const SeenRequest& request, const Control& control);

}  // namespace assay
