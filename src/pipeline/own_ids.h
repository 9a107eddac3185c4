// Rows that come alone, without their manifest: do they belong to the task as it was made here?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/task.h"

namespace assay {

// Ids that a task gives with its parameters, also those of earlier versions of its data.
class OwnIds {
 public:
  explicit OwnIds(const Task& task);
  // Throws Error(kInput) when the id is one of ours, of another task or made with other parameters.
  // What is no id of ours, or has no stamp, tells nothing.
  void check(std::string_view id) const;

 private:
  std::string task_;
  std::vector<std::string> stamps_;  // of this version first
};

}  // namespace assay
