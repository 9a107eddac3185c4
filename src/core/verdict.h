// What a judge says of an answer. "No answer" and "cannot be read" never look like "wrong".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

enum class Status { kRight, kWrong, kUnparsable, kNoAnswer };

std::string_view name_of(Status status);

struct Verdict {
  Status status = Status::kNoAnswer;
  std::optional<double> score;  // in [0, 1]; absent when there is nothing to judge
  std::string why;              // one line for people; empty when right
  std::vector<std::pair<std::string, double>> marks;  // strict match, first wrong step, ...
};

}  // namespace assay
