#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/files.h"
#include "assay/pipeline/verify.h"
#include "commands.h"
#include "report.h"

namespace assay {

int verify_command(Words words) {
  std::string path;
  bool json = false;
  Arguments arguments("verify", "Check a data set and the claims of its splits, from the files.",
                      std::move(words));
  arguments.example("assay verify scan", "exit 0: all holds; exit 1: something does not");
  arguments.positional("DIR", "a data set", path);
  arguments.json(json);
  arguments.work();
  if (!arguments.parse()) return 0;

  const auto task = task_of(read_manifest(Folder::open(path)));
  const std::vector<Check> checks = verify(path, *task, arguments.control());
  const bool holds =
      std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.holds; });
  if (json) {
    nlohmann::ordered_json document = {{"holds", holds},
                                       {"checks", nlohmann::ordered_json::array()}};
    for (const Check& check : checks) {
      document["checks"].push_back(
          {{"name", check.name}, {"holds", check.holds}, {"detail", check.detail}});
      if (check.is_known_defect) document["checks"].back()["known_defect"] = true;
    }
    fmt::print("{}\n", document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    for (const Check& check : checks) {
      const char* state = !check.holds ? "FAILS" : check.is_known_defect ? "known" : "ok";
      fmt::print("{:<5} {}: {}\n", state, check.name, check.detail);
    }
    fmt::print("{}\n", holds ? "holds" : "does not hold");
  }
  return holds ? 0 : 1;
}

}  // namespace assay
