// judge: rows and answers as lines in, verdicts out, without a data set.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "assay/pipeline/judge_lines.h"

namespace assay::verbs {

struct JudgeRequest {
  std::string task;
  std::map<std::string, std::string> params = {};  // of the task
  std::string path = "-";                          // lines; "-" is standard input
  std::string extract = "auto";                    // how answers are taken out of texts
};

// Calls write with verdict lines as soon as they are known (pipeline/judge_lines.h).
JudgedLines judge(const JudgeRequest& request, const Workplace& workplace,
                  const std::function<void(std::string_view)>& write);

}  // namespace assay::verbs
