// list: the tasks of the catalog.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "assay/core/params.h"

namespace assay::verbs {

struct ListedTask {
  std::string name;
  std::string version;  // of its data
  std::string title;
  std::vector<ParamSpec> params;
  std::vector<std::string> holdouts;
};

// In the order of the catalog.
std::vector<ListedTask> list();

nlohmann::ordered_json to_json(const std::vector<ListedTask>& tasks);

}  // namespace assay::verbs
