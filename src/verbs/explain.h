// explain: the rules that made one example.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "assay/core/task.h"

namespace assay::verbs {

// A row of a data set by its id, or else a unit of a task, or a text that the task reads.
struct ExplainRequest {
  std::string what;                                // a task; with an id: a data set
  std::string id = {};                             // of a row of the data set
  std::string input = {};                          // a text of one's own
  std::optional<std::uint64_t> unit = {};          // which unit of the task
  std::uint64_t item = 0;                          // which item of it
  std::uint64_t seed = 0;                          // of the task
  std::map<std::string, std::string> params = {};  // of the task
};

struct Explanation {
  std::unique_ptr<Task> task;
  Example example;        // with its rules
  bool has_id = true;     // a text of one's own stands at no address
  std::size_t atoms = 0;  // different rules
};

// Throws Error(kUnsupported) for a text that the task cannot read.
Explanation explain(const ExplainRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const Explanation& explanation);

// The tree as a picture, under input and target.
std::string explanation_svg(const Explanation& explanation);

}  // namespace assay::verbs
