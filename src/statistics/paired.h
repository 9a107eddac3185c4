// Is one run better than another, or is it noise? Both answered the same rows, so rows are compared
// one by one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/base/progress.h"
#include "assay/statistics/intervals.h"

namespace assay {

// Rows by who was right.
struct PairedTally {
  std::uint64_t both = 0;
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  std::uint64_t neither = 0;

  std::uint64_t rows() const { return both + only_first + only_second + neither; }
  // Accuracy of the first minus that of the second; there is a row.
  double difference() const;
  friend bool operator==(const PairedTally&, const PairedTally&) = default;
};

// Probability of a difference at least as large as this one, were both equally good: McNemar's test
// in its exact form, on both sides. 1 when no row tells them apart.
double mcnemar(const PairedTally& tally);

// The number of independent rows whose difference would vary as much as that over these groups of
// siblings does: as effective_rows (statistics/intervals.h), of the difference of two runs. At most
// the number of rows; where groups do not vary at all, the number of groups.
double effective_pairs(std::span<const PairedTally> groups);

// The smallest true difference that so many rows, of which a share `discordant` tells the runs
// apart, show at the 5 % level in four of five repetitions (Connor 1987). Absent when not even
// a difference in all of these rows would be shown.
std::optional<double> smallest_detectable_difference(double rows, double discordant);

struct PairedResampling {
  std::uint64_t resamples = 10000;
  double confidence = kConfidence;
  std::uint64_t seed = 0;
};

// Middle of the differences when groups of rows (tallies of one unit each) are drawn again with
// replacement. Groups that are alike are drawn as one number, so millions cost no more than the
// kinds there are. The same for any number of threads. There is a group, and a row in each.
Interval bootstrap_difference(std::span<const PairedTally> groups,
                              const PairedResampling& resampling, const Control& control);

// Probabilities of several tests as if one had been made (Holm 1979), in the order given.
std::vector<double> holm(std::span<const double> probabilities);

}  // namespace assay
