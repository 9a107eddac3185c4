// A data set that a verb wrote. Its public document is its manifest: manifest_text().
#pragma once

#include <string>
#include <vector>

#include "assay/store/manifest.h"

namespace assay::verbs {

struct MadeSet {
  Manifest manifest;
  std::string unit;                        // what its task calls a unit, such as "command"
  bool was_complete = false;               // it stood there already
  std::vector<std::string> restored = {};  // but for these splits of its recipe
};

}  // namespace assay::verbs
