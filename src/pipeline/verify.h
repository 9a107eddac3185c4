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

// The manifest and what it promises: every file's hash, the splits of the recipe, every row's form
// and truth (by the task's own second witness), what is recorded of them counted again, overlap of
// parts, the claim of every split dealt again, and what else lies in the folder. It ends where what
// is left cannot be believed: after a damaged manifest, after the rows of damaged files.
std::vector<Check> verify(const std::string& path, const Task& task, const Control& control);

}  // namespace assay
