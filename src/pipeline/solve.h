// The second witness in batch: inputs in, answers out, in the same order.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/task.h"

namespace assay {

struct SolveResult {
  std::uint64_t count = 0;
  std::uint64_t unsolved = 0;
  std::uint64_t ambiguous = 0;
  std::vector<std::string> problems;  // the first few, with their lines
};

// Each line of `text` is a JSON row (its input under our name or a published one, an optional "id")
// or one plain input; plain lines are named by their number. Writes {"id", "answer"} lines, with
// the "content_hash" of the data set where there is one; what cannot be solved gets the answer
// null, such as a row that was made with other parameters than the task's. With `all_readings` a
// list "answers" follows, and inputs with several are counted.
struct SolveRequest {
  std::string file_name;
  std::string content_hash = {};  // of the data set that the lines are of; empty: none is known
  bool all_readings = false;
};
SolveResult solve_lines(const Task& task, std::string_view text, const SolveRequest& request,
                        const Control& control, const std::function<void(std::string_view)>& write);

}  // namespace assay
