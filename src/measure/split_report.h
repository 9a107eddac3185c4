// What can be said of a split: divergences, coverage of patterns, lengths, what only one part has.
// The columns of Table 3 of Keysers et al. 2020 and of the split tables of Conceptual SCAN.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/dbca/divergence.h"
#include "assay/dbca/profiles.h"
#include "assay/split/split.h"

namespace assay {

// What the report needs of a row beside its rules.
struct RowFeatures {
  std::uint64_t input_pattern = 0;  // a hash
  std::uint64_t output_pattern = 0;
  std::uint32_t input_length = 0;
  std::uint32_t output_length = 0;
  bool follows = false;  // made for another row
};

struct PartReport {
  std::string name;
  std::uint64_t rows = 0;   // distinct
  double share = 0;         // of the data set
  std::uint64_t atoms = 0;  // that occur
  std::uint64_t compounds = 0;
  std::uint64_t smallest_atom_count = 0;  // examples with the rarest atom that occurs
};

// How the second part looks from the first.
struct PairReport {
  std::string first;
  std::string second;
  Divergence divergence;
  std::vector<std::string> atoms_only_in_second;
  std::uint64_t compounds_only_in_second = 0;
  // Share of the second's distinct patterns that the first has, and mean length in the first over
  // that in the second; absent when rows have no texts.
  std::optional<double> input_pattern_coverage;
  std::optional<double> output_pattern_coverage;
  std::optional<double> input_length_ratio;
  std::optional<double> output_length_ratio;
};

struct SplitReport {
  std::vector<PartReport> parts;  // those that are not empty
  PartReport together;            // all of them as one
  std::vector<PairReport> pairs;
};

// `example_of` gives the example of each row: rows of a group share one. `features` may be empty.
SplitReport report_on(const Split& split, const Profiles& profiles,
                      std::span<const std::uint32_t> example_of,
                      std::span<const RowFeatures> features);

// In what share of the examples of a part each atom and each compound occurs.
struct Shares {
  std::vector<double> atoms;
  std::vector<double> compounds;
};
Shares shares_in(const std::vector<std::uint64_t>& rows, const Profiles& profiles,
                 std::span<const std::uint32_t> example_of);

}  // namespace assay
