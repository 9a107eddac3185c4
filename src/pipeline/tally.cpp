#include "assay/pipeline/tally.h"

namespace assay {

void Tally::add(const Verdict& verdict, std::optional<std::uint64_t> unit) {
  ++count;
  switch (verdict.status) {
    case Status::kRight:
      ++right;
      break;
    case Status::kWrong:
      ++wrong;
      break;
    case Status::kUnparsable:
      ++unparsable;
      break;
    case Status::kNoAnswer:
      ++no_answer;
      break;
  }
  if (unit) {
    has_units_ = true;
    units_.add(*unit, verdict.status != Status::kNoAnswer, verdict.status == Status::kRight);
  }
  for (const auto& [name, value] : verdict.marks) {
    if (name == "strict") {
      if (value == 1.0) ++strict;
      continue;
    }
    Mark& mark = marks[name];
    ++mark.answers;
    mark.total += value;
  }
}

void Tally::settle() {
  if (!has_units_) return;
  effective_ = units_.effective();
  units_ = {};
  has_units_ = false;
}

std::optional<double> Tally::accuracy() const {
  if (answers() == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(answers());
}

std::optional<double> Tally::accuracy_of_all() const {
  if (count == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(count);
}

double Tally::effective_answers() const {
  return effective_ ? effective_->answers : static_cast<double>(answers());
}

double Tally::effective_rows() const {
  return effective_ ? effective_->rows : static_cast<double>(count);
}

std::optional<Interval> Tally::accuracy_interval() const {
  const auto share = accuracy();
  if (!share) return std::nullopt;
  return wilson_interval(*share, effective_answers());
}

std::optional<Interval> Tally::accuracy_of_all_interval() const {
  const auto share = accuracy_of_all();
  if (!share) return std::nullopt;
  return wilson_interval(*share, effective_rows());
}

}  // namespace assay
