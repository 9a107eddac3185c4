#include "assay/verbs/list.h"

#include <nlohmann/json.hpp>

#include "assay/catalog/catalog.h"

namespace assay::verbs {

std::vector<ListedTask> list() {
  std::vector<ListedTask> tasks;
  for (const CatalogEntry& entry : catalog()) {
    const TaskInfo& info = *entry.info;
    ListedTask listed{info.name, info.version, info.title, info.params, {}};
    const auto task = make_task(info.name, {});
    for (const Holdout& holdout : task->holdouts()) listed.holdouts.push_back(holdout.name);
    tasks.push_back(std::move(listed));
  }
  return tasks;
}

nlohmann::ordered_json to_json(const std::vector<ListedTask>& tasks) {
  auto document = nlohmann::ordered_json::array();
  for (const ListedTask& task : tasks) {
    auto names = nlohmann::ordered_json::array();
    for (const ParamSpec& param : task.params) names.push_back(param.name);
    document.push_back({{"name", task.name},
                        {"version", task.version},
                        {"title", task.title},
                        {"parameters", std::move(names)},
                        {"holdouts", task.holdouts}});
  }
  return document;
}

}  // namespace assay::verbs
