#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/verbs/list.h"
#include "commands.h"
#include "report.h"

namespace assay {

int list_command(Words words) {
  bool json = false;
  Arguments arguments("list", "List the tasks, their parameters, splits and papers.",
                      std::move(words));
  arguments.example("assay list", "one paragraph for each task");
  arguments.json(json);
  if (!arguments.parse()) return 0;

  const auto tasks = verbs::list();
  if (json) {
    print_document(to_json(tasks));
    return 0;
  }
  for (const verbs::ListedTask& task : tasks) {
    fmt::print("{} {}  {}\n", task.name, task.version, task.title);
    for (const ParamSpec& param : task.params) {
      fmt::print("    --set {}={}  {}\n", param.name, param.default_text, param.summary);
    }
    fmt::print("    holdouts: {}\n    more: assay describe {}\n", fmt::join(task.holdouts, ", "),
               task.name);
  }
  return 0;
}

}  // namespace assay
