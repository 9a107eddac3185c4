// All tasks of this build, in the order of CMakeLists.txt.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/task.h"

namespace assay {

struct CatalogEntry {
  const TaskInfo* info = nullptr;
  std::unique_ptr<Task> (*make)(Params params, const Workplace& workplace) = nullptr;
};

const std::vector<CatalogEntry>& catalog();

std::vector<std::string> task_names();

// A task with its parameters set, which prepares what it needs in `workplace`. "difficulty" stands
// for the parameters of a level. Throws Error(kUsage) with the nearest names.
std::unique_ptr<Task> make_task(std::string_view name,
                                const std::map<std::string, std::string>& params,
                                const Workplace& workplace = {});

// The same parameters by their own names, for what is recorded. Those of a task that there is not
// are left as they are.
std::map<std::string, std::string> without_difficulty(std::string_view task,
                                                      std::map<std::string, std::string> params);

}  // namespace assay
