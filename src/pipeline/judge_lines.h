// Rows and answers as lines, judged without a data set: for programs that keep a judge running
// beside them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/answers/extract.h"
#include "assay/base/byte_source.h"
#include "assay/core/task.h"

namespace assay {

struct JudgedLines {
  std::uint64_t count = 0;
  std::uint64_t failed = 0;           // lines that cannot be judged
  std::vector<std::string> problems;  // the first few, with their lines
};

// Each line is a JSON object with the columns of a row and "answer" (or "prediction"): a text,
// null, or a list of several samples. "id" may be there and is repeated; other keys are passed
// over. For each sample of a line, write gets a verdict line (pipeline/verdict_lines.h), in their
// order. A line that cannot be judged gets {"id", "error"}, and the rest goes on. Blank lines are
// passed over. Whatever was read is answered before more is waited for.
JudgedLines judge_lines(const Task& task, ByteSource& source, ExtractRule rule,
                        const Control& control, const std::function<void(std::string_view)>& write);

}  // namespace assay
