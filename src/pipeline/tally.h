// What became of rows, counted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "assay/core/verdict.h"
#include "assay/statistics/intervals.h"

namespace assay {

struct Tally {
  std::uint64_t count = 0;
  std::uint64_t right = 0;
  std::uint64_t wrong = 0;
  std::uint64_t unparsable = 0;
  std::uint64_t no_answer = 0;  // empty, null or missing: never counted as wrong
  std::uint64_t strict = 0;     // right to the letter

  // What the judge marked besides strict match: in how many answers, and the sum.
  struct Mark {
    std::uint64_t answers = 0;
    double total = 0;
    double mean() const { return total / static_cast<double>(answers); }
  };
  std::map<std::string, Mark, std::less<>> marks;

  // The unit tells which rows are siblings; without one, no row has any.
  void add(const Verdict& verdict, std::optional<std::uint64_t> unit = std::nullopt);
  // After the last row: how many independent rows they are worth.
  void settle();

  std::uint64_t answers() const { return right + wrong + unparsable; }
  // Of the answers; absent when there are none.
  std::optional<double> accuracy() const;
  // Of all rows, so that silence gains nothing; absent when there are none.
  std::optional<double> accuracy_of_all() const;

  // How sure these are: Wilson's 95 % intervals, for as many rows as they are worth.
  std::optional<Interval> accuracy_interval() const;
  std::optional<Interval> accuracy_of_all_interval() const;
  // Of answers, and of all rows: fewer than there are where rows share a unit.
  double effective_answers() const;
  double effective_rows() const;

 private:
  RowsByUnit units_;
  bool has_units_ = false;
  std::optional<RowsByUnit::Effective> effective_;
};

}  // namespace assay
