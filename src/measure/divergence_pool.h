// All that splitting and measuring by divergence need of some rows.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/core/compound_definition.h"
#include "assay/dbca/profile_graphs.h"
#include "assay/dbca/profiles.h"
#include "assay/measure/split_report.h"

namespace assay {

struct DivergencePool {
  Profiles profiles;
  std::vector<std::uint32_t> example_of;  // of each row: equal rows and groups share one
  std::vector<RowFeatures> features;      // of each row; empty when rows have no texts
  CompoundDefinition definition;
  CompoundFigures figures;

  std::uint64_t rows() const { return example_of.size(); }
};

inline SplitReport report_on(const Split& split, const DivergencePool& pool) {
  return report_on(split, pool.profiles, pool.example_of, pool.features);
}

}  // namespace assay
