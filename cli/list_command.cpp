#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

nlohmann::ordered_json task_json(const TaskInfo& info, const Task& task) {
  nlohmann::ordered_json json = {{"name", info.name},
                                 {"version", info.version},
                                 {"title", info.title},
                                 {"parameters", nlohmann::ordered_json::array()},
                                 {"holdouts", nlohmann::ordered_json::array()}};
  for (const ParamSpec& param : info.params) json["parameters"].push_back(param.name);
  for (const Holdout& holdout : task.holdouts()) json["holdouts"].push_back(holdout.name);
  return json;
}

}  // namespace

int list_command(Words words) {
  bool json = false;
  Arguments arguments("list", "The tasks, their knobs and splits.", std::move(words));
  arguments.example("assay list", "one paragraph for each task");
  arguments.json(json);
  if (!arguments.parse()) return 0;

  auto document = nlohmann::ordered_json::array();
  for (const CatalogEntry& entry : catalog()) {
    const auto task = make_task(entry.info->name, {});
    if (json) {
      document.push_back(task_json(*entry.info, *task));
      continue;
    }
    fmt::print("{} {}  {}\n", entry.info->name, entry.info->version, entry.info->title);
    for (const ParamSpec& param : entry.info->params) {
      fmt::print("    --set {}={}  {}\n", param.name, param.default_text, param.summary);
    }
    std::string holdouts;
    for (const Holdout& holdout : task->holdouts()) {
      holdouts += (holdouts.empty() ? "" : ", ") + holdout.name;
    }
    fmt::print("    holdouts: {}\n    more: assay describe {}\n", holdouts, entry.info->name);
  }
  if (json) fmt::print("{}\n", document.dump(1));
  return 0;
}

}  // namespace assay
