// explain: the rules that made one example, how its answer follows, and what of it a part of a data
// set shows.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/seen_compounds.h"

namespace assay::verbs {

// A row of a data set by its id, or else a unit of a task, or a text that the task reads.
struct ExplainRequest {
  std::string what;                        // a task; with an id, or to compare with: a data set
  std::string id = {};                     // of a row of the data set
  std::string input = {};                  // a text of one's own
  std::optional<std::uint64_t> unit = {};  // which unit of the task
  std::uint64_t item = 0;                  // which item of it
  std::uint64_t seed = 0;                  // of the task
  std::map<std::string, std::string> params = {};  // of the task
  // Count the sub-graphs of the example in this part of the data set; no part: do not.
  SeenRequest seen = {};
};

struct Explanation {
  std::unique_ptr<Task> task;
  Example example;         // with its rules
  bool has_id = true;      // a text of one's own stands at no address
  std::size_t atoms = 0;   // different rules
  std::string steps = {};  // how the target follows; empty where the task does not tell
  std::optional<SeenCompounds> seen = {};
  bool shows_all = false;  // also sub-graphs that are not telling

  // Those of `seen` that are to be shown, in its order.
  std::vector<const SeenCompound*> shown_compounds() const;
};

// Throws Error(kUnsupported) for a text that the task cannot read.
Explanation explain(const ExplainRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const Explanation& explanation);

// The tree as a picture, under input and target.
std::string explanation_svg(const Explanation& explanation);

}  // namespace assay::verbs
