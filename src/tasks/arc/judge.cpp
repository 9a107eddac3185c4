#include "assay/tasks/arc/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/text.h"
#include "assay/tasks/arc/grids/glyphs.h"

namespace assay::arc {

namespace {

// Whether the answer differs from the input, and only where the thing is drawn.
bool changes_only(const Question& question, const Grid& answer) {
  const Grid& input = question.input;
  const auto block_row = static_cast<std::size_t>(question.changed.row);
  const auto block_column = static_cast<std::size_t>(question.changed.column);
  bool changed = false;
  for (std::size_t row = 0; row < input.rows; ++row) {
    for (std::size_t column = 0; column < input.columns; ++column) {
      if (input.at(row, column) == answer.at(row, column)) continue;
      const bool there = row / kBlock == block_row && column / kBlock == block_column &&
                         row % kBlock > 0 && column % kBlock > 0;
      if (!there) return false;
      changed = true;
    }
  }
  return changed;
}

}  // namespace

Verdict judge(const Question& question, std::string_view reference, std::string_view answer) {
  std::string_view left = answer;
  skip_blanks(left);
  if (left.empty()) return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  Verdict verdict{Status::kWrong, 0.0, "", {{"strict", answer == reference ? 1.0 : 0.0}}};
  Grid given;
  const bool read = take_grid(left, given);
  skip_blanks(left);
  if (!read || !left.empty()) {
    verdict.status = Status::kUnparsable;
    verdict.why = "not a list of rows of the numbers 0 to 9";
    return verdict;
  }
  const Grid& wanted = question.output;
  const bool same_shape = given.rows == wanted.rows && given.columns == wanted.columns;
  verdict.marks.emplace_back("shape", same_shape ? 1.0 : 0.0);
  if (!same_shape) {
    verdict.marks.emplace_back("cells", 0.0);
    verdict.marks.emplace_back("referent", 0.0);
    verdict.why = fmt::format("the grid is {} by {}, not {} by {}", given.rows, given.columns,
                              wanted.rows, wanted.columns);
    return verdict;
  }
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = wanted.cells.size(); i-- > 0;) {
    if (given.cells[i] == wanted.cells[i]) continue;
    ++wrong;
    first = i;
  }
  const auto cells = static_cast<double>(wanted.cells.size());
  const bool referent = changes_only(question, given);
  verdict.marks.emplace_back("cells", (cells - static_cast<double>(wrong)) / cells);
  verdict.marks.emplace_back("referent", referent ? 1.0 : 0.0);
  if (wrong == 0) {
    verdict.status = Status::kRight;
    verdict.score = 1.0;
    return verdict;
  }
  verdict.why = fmt::format("{} wrong, the first at row {}, column {}{}", counted(wrong, "cell"),
                            first / wanted.columns, first % wanted.columns,
                            referent ? "; the right thing is changed in another way" : "");
  return verdict;
}

}  // namespace assay::arc
