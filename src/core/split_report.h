// What can be said of a split: divergences, coverage of patterns, lengths, what only one part has.
// The columns of Table 3 of Keysers et al. 2020 and of the split tables of Conceptual SCAN.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct PartReport {
  std::string name;
  std::uint64_t rows = 0;   // distinct
  double share = 0;         // of the data set
  std::uint64_t atoms = 0;  // that occur
  std::uint64_t compounds = 0;
  std::uint64_t smallest_atom_count = 0;  // examples with the rarest atom that occurs
  friend bool operator==(const PartReport&, const PartReport&) = default;
};

// How the second part looks from the first.
struct PairReport {
  std::string first;
  std::string second;
  double atom_divergence = 0;
  double compound_divergence = 0;
  std::vector<std::string> atoms_only_in_second;
  std::uint64_t compounds_only_in_second = 0;
  // Share of the second's distinct patterns that the first has, and mean length in the first over
  // that in the second; absent when rows have no texts.
  std::optional<double> input_pattern_coverage;
  std::optional<double> output_pattern_coverage;
  std::optional<double> input_length_ratio;
  std::optional<double> output_length_ratio;
  bool above_bound = false;  // the atom divergence is above what the split allows
  friend bool operator==(const PairReport&, const PairReport&) = default;
};

struct SplitReport {
  std::vector<PartReport> parts;  // those that are not empty
  PartReport together;            // all of them as one
  std::vector<PairReport> pairs;
  friend bool operator==(const SplitReport&, const SplitReport&) = default;
};

// With every figure to six decimals, which is how they are written and compared.
SplitReport rounded(SplitReport report);

// Marks pairs whose rounded atom divergence is above `bound`.
void mark_above_bound(SplitReport& report, double bound);

}  // namespace assay
