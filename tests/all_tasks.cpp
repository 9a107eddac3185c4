#include "all_tasks.h"

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {

std::vector<std::string> all_tasks() {
  std::vector<std::string> names;
  for (const auto& task : nlohmann::json::parse(assay({"list", "--json"}).out)) {
    names.push_back(task["name"]);
  }
  return names;
}

}  // namespace assay::testing
