// Is a data set what it says it is? Answered from the files, and the problems of a seed where a
// task certifies them.
#pragma once

#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/store/manifest.h"

namespace assay {

struct Check {
  std::string name;  // "files", "rows", "split length" ...
  bool holds = true;
  std::string detail;            // the figures, or the first thing that is wrong
  bool is_known_defect = false;  // of the edition, which the data set rightly has
};

// Every file's hash, every row's form and truth (by the task's own second witness), the content
// hash, distinct examples, overlap of parts, and the claim of every split dealt again.
std::vector<Check> verify(const std::string& path, const Task& task, const Control& control);

}  // namespace assay
