// The parameters that every task is tested with, made from what it says of them: no task is named.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "assay/core/task.h"

namespace assay::conformance {

struct Variant {
  std::string name;  // "logic", "logic_published_set_ood"
  std::string task;
  std::map<std::string, std::string> params;
};

// Of every task: its defaults, and every further value of each parameter that is a choice or free
// text with known values, in each edition of the task. Numbers that stand for sizes, which is what
// those of more than 1,000 are, are a tenth of their default but in the first variant of a task.
std::vector<Variant> all_variants();

// Where a task refuses a value as it stands, one other number is raised by one (names=first of
// CURI needs episodes); throws the task's own Error where that does not help.
std::unique_ptr<Task> make(const Variant& variant);

}  // namespace assay::conformance
