// Measures what can be said of a split from the profiles and features of its rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/split.h"
#include "assay/core/split_report.h"
#include "assay/dbca/profiles.h"

namespace assay {

// What the report needs of a row beside its rules.
struct RowFeatures {
  std::uint64_t input_pattern = 0;  // a hash
  std::uint64_t output_pattern = 0;
  std::uint32_t input_length = 0;
  std::uint32_t output_length = 0;
  bool follows = false;  // made for another row
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
