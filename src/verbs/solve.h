// solve: the reference solver answers inputs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "assay/pipeline/solve.h"

namespace assay::verbs {

struct SolveRequest {
  std::string task;
  std::map<std::string, std::string> params = {};  // of the task; a data set has its own
  // A data set of the task or one of its files, or a file of rows or plain inputs, "-" for standard
  // input.
  std::string path = "-";
  bool all_readings = false;  // also the answers of every other reading
};

// Writes a line {"id", "answer"} for each input, in order; the result counts those without one.
SolveResult solve(const SolveRequest& request, const Workplace& workplace,
                  const std::function<void(std::string_view)>& write);

}  // namespace assay::verbs
