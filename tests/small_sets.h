// A small data set of every task, made and verified inside the test's own process, so that hundreds
// of damages cost seconds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/base/scratch_folder_testing.h"
#include "assay/core/task.h"
#include "assay/pipeline/verify.h"
#include "assay/store/recipe.h"

namespace assay::testing {

std::vector<std::string> all_tasks();

// Few rows of a task in several files, nothing that is costly to prepare.
Recipe small_recipe(const std::string& task);

// A split of a recipe or for make_split.
SplitSpec split_spec(const std::string& name, const std::string& method,
                     std::vector<std::pair<std::string, ParamValue>> values = {});

// A split by the length of outputs, or of inputs where all outputs are of one length, with about
// half of the rows in train.
SplitSpec length_spec(const std::string& name, const std::string& folder, const Task& task);

class SmallSet {
 public:
  explicit SmallSet(const Recipe& recipe);
  // Another folder with a data set of the same task.
  SmallSet(const SmallSet& origin, const std::string& name);

  const Task& task() const { return *task_; }
  const std::string& folder() const { return folder_; }
  std::string operator/(const std::string& name) const { return folder_ + "/" + name; }

  std::vector<Check> verify() const { return assay::verify(folder_, *task_, {}); }

  // The manifest again, as a liar would write it: hashes, counts and words fit what now stands in
  // the data files.
  void mend() const;

 private:
  std::shared_ptr<ScratchFolder> scratch_;
  std::string folder_;
  std::shared_ptr<Task> task_;
};

std::string bytes_of(const std::string& path);
void put(const std::string& path, const std::string& bytes);

// Those that do not hold, a line each.
std::string failures(const std::vector<Check>& checks);
// Whether the check of that name is there and does not hold.
bool fails_at(const std::vector<Check>& checks, const std::string& name);

}  // namespace assay::testing
