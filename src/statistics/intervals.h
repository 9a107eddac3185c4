// How sure a figure is: intervals on shares of rows and on means over runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay {

inline constexpr double kConfidence = 0.95;

struct Interval {
  double low = 0;
  double high = 0;
};

// Of a share of independent rows (Wilson 1927): never outside [0, 1], and sensible for none right
// and for all right. `rows` may be a number of effective rows; it is positive.
Interval wilson_interval(double share, double rows, double confidence = kConfidence);

// Rows of one unit: siblings of one command, context or problem.
struct GroupTally {
  std::uint64_t rows = 0;
  std::uint64_t right = 0;
};

// Rows that share a unit say less than as many others. This is the number of independent rows whose
// share of right ones would vary as much as that over these groups does (linearised variance of a
// ratio, groups drawn with replacement): at most the number of rows. When all rows are alike, right
// or wrong, nothing tells how much siblings agree: then it is the number of groups. Where no row
// has a sibling, it is the number of rows.
double effective_rows(std::span<const GroupTally> groups);

// Rows that come one by one, in any order, each with its unit: eight bytes a row. Units are told
// apart by 62 bits of a hash.
class RowsByUnit {
 public:
  void add(std::uint64_t unit, bool is_answered, bool is_right);

  struct Effective {
    double answers = 0;  // of those that were answered
    double rows = 0;     // of all
  };
  Effective effective();

 private:
  std::vector<std::uint64_t> rows_;  // the unit and, in its two lowest bits, what became of the row
};

// A value of a row, from 0 to 1.
struct UnitValue {
  std::uint64_t unit = 0;  // rows of one unit have the same
  double value = 0;
};

// Of the mean of such values; there is one. Wilson's, for the number of rows whose share would vary
// as much as this mean does.
Interval mean_interval(std::vector<UnitValue> values, double confidence = kConfidence);

// Over runs that differ in their seed, as the papers' tables have it.
struct RunSummary {
  std::uint64_t runs = 0;
  double mean = 0;
  std::optional<double> deviation = {};   // with n - 1; from two runs on
  std::optional<Interval> interval = {};  // of the mean, by Student's t; from two runs on
};

RunSummary summarise_runs(std::span<const double> values, double confidence = kConfidence);

}  // namespace assay
