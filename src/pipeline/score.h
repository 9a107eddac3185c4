// Judging a file of answers against a data set.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/store/data_set.h"

namespace assay {

struct Score {
  std::uint64_t count = 0;  // rows asked about
  std::uint64_t right = 0;
  std::uint64_t wrong = 0;
  std::uint64_t unparsable = 0;
  std::uint64_t no_answer = 0;  // empty, null or missing: never counted as wrong
  std::uint64_t strict = 0;     // right to the letter

  // Predictions that do not pair up with rows, with a few names each.
  std::uint64_t missing = 0;
  std::uint64_t duplicate = 0;
  std::uint64_t unknown = 0;
  std::vector<std::string> missing_ids;
  std::vector<std::string> duplicate_ids;
  std::vector<std::string> unknown_ids;

  // What the judge marked besides strict match: in how many answers, and the sum.
  struct Mark {
    std::uint64_t answers = 0;
    double total = 0;
  };
  std::map<std::string, Mark> marks;

  // The first rows that were not right, with the reason.
  struct Miss {
    std::string id;
    Status status = Status::kWrong;
    std::string why;
  };
  std::vector<Miss> misses;

  // Of the answers that could be judged; absent when there are none.
  std::optional<double> accuracy() const;
};

// `predictions` is JSONL of {"id", "answer"}; the first answer of a repeated id counts. `rows`
// restricts to a part of a split; answers to other rows of the data set are passed over. Throws
// Error(kInput) naming the line.
Score score_predictions(const DataSet& data, const Task& task, const std::string& predictions,
                        const std::string& file_name,
                        const std::optional<std::vector<std::uint64_t>>& rows,
                        const Control& control);

}  // namespace assay
