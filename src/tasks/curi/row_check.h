// Whether a row is what it says: the second witness reads its text and its rule as words, and
// decides every label anew.
#pragma once

#include <string>

#include "assay/core/example.h"
#include "assay/tasks/curi/settings.h"

namespace assay::curi {

// Empty when all of it holds: labels, the concepts that explain the support, what is believed of
// them, and everything that columns tell of the concept.
std::string defect_of(const Example& row, const Settings& settings, const ConceptSpace& space);

}  // namespace assay::curi
