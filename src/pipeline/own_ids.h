// Rows that come alone, without their manifest: do they belong to the task as it was made here?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/lazy.h"
#include "assay/core/task.h"

namespace assay {

// Ids that a task gives with its parameters, also those of earlier versions of its data.
class OwnIds {
 public:
  // The task must outlive it.
  explicit OwnIds(const Task& task);
  // Throws Error(kInput) when the id is one of ours, of another task or made with other parameters.
  // What is no id of ours, or has no stamp, tells nothing.
  void check(std::string_view id) const;

 private:
  std::string task_;
  // Of all versions of its data, this one first. A parameter that names files is read for them, so
  // they are made when an id has a stamp.
  Lazy<std::vector<std::string>> stamps_;
};

}  // namespace assay
