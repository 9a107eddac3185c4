// An example to show before questions: made by the task itself, and none of those asked about.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "assay/core/task.h"

namespace assay {

struct SeedRange {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
};

// Whether an example of this canonical form (Task::canonical) is asked about.
using IsAsked = std::function<bool(const std::string& form)>;

// Some examples that are not asked about, the one of median length first, then those nearest to it:
// the shortest and the longest show least. Seeds are tried in order; the same arguments give the
// same examples. None when all that the seeds give is asked about.
std::vector<Example> worked_examples(const Task& task, const SeedRange& seeds,
                                     const IsAsked& is_asked);

}  // namespace assay
