// Whether a row is what it says: the second witness reads its text and every rule as words, and
// decides every label anew.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/core/example.h"
#include "assay/tasks/curi/interpreter/interpreter.h"
#include "assay/tasks/curi/settings.h"

namespace assay::curi {

// One for all rows of a space; safe to be asked by many threads.
class RowCheck {
 public:
  RowCheck(std::shared_ptr<const ConceptSpace> space, const Settings& settings);

  // Empty when all of it holds: labels, the concepts that explain the support (these and no
  // others), what is believed of them, and everything that columns tell of the concept.
  std::string defect_of(const Example& row) const;

 private:
  std::shared_ptr<const ConceptSpace> space_;
  Settings settings_;
  std::vector<Sentence> sentences_;  // of the space's concepts
};

}  // namespace assay::curi
