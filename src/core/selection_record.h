// How the rows of a data set were chosen from those of a larger one, and what was measured of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/compound_definition.h"

namespace assay {

// A level of complexity: how many different examples the pool has there, and how many were chosen.
struct LevelRecord {
  std::uint32_t level = 0;
  std::uint64_t pool = 0;
  std::uint64_t rows = 0;
  friend bool operator==(const LevelRecord&, const LevelRecord&) = default;
};

struct SelectionRecord {
  std::uint64_t rows = 0;
  std::optional<std::uint64_t> cap;  // of a level
  std::string by;                    // the column that tells the level, or "rules"
  std::uint64_t compared = 0;        // candidates of a step; 0: all
  std::uint64_t seed = 0;            // of drawn candidates
  CompoundDefinition definition;     // which rule combinations count
  std::uint64_t pool_rows = 0;
  std::string pool_content_hash;
  // Measured on the rows that were chosen.
  double entropy = 0;           // in bits, to six decimals
  std::uint64_t compounds = 0;  // different ones
  std::vector<LevelRecord> levels;
  friend bool operator==(const SelectionRecord&, const SelectionRecord&) = default;
};

// The levels are the numbers of rules in the graphs of rows, not a column.
inline constexpr const char* kLevelByRules = "rules";

}  // namespace assay
