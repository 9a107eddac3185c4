// The columns of a CURI row.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/core/example.h"
#include "assay/tasks/curi/episode.h"

namespace assay::curi {

enum Column : std::size_t {
  kConceptColumn = 2,
  kPrefixColumn,
  kGlossColumn,
  kNumberColumn,
  kMeaningColumn,
  kLengthColumn,
  kSetColumn,
  kSupportScenesColumn,
  kSupportLabelsColumn,
  kSupportBehindColumn,
  kQueryScenesColumn,
  kQueryLabelsColumn,
  kQueryBehindColumn,
  kAlternatesColumn,
  kValidColumn,
  kPosteriorColumn,
  kOptimisticColumn,
};

Schema curi_schema();

// Every number that a row names is one of the space's, and every list as long as it should be.
// Throws Error(kInput) that names the column: rows come from files that anyone may have changed.
void expect_fit(const Example& row, const ConceptSpace& space);

}  // namespace assay::curi
