// The columns of CFQ.
#pragma once

#include <cstddef>

#include "assay/core/example.h"
#include "assay/tasks/cfq/language/language.h"

namespace assay::cfq {

// Columns behind input and target.
enum Column : std::size_t {
  kForm = 2,
  kTemplate,
  kQueryPattern,
  kLevel,
  kLeaves,
  kChain,
  kDegree,
  kConstraints,
  kVariables
};

const Schema& cfq_schema();

// All columns of a pattern's row, which was reset; takes the pattern's texts.
void write_row(Pattern& pattern, Example& out);

}  // namespace assay::cfq
