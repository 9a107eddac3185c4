// The rule by which answers are taken out of texts, as a caller names it.
#pragma once

#include <string>

#include "assay/answers/extract.h"

namespace assay::verbs {

// Throws Error(kUsage) that names the verb and the nearest rules.
ExtractRule extract_choice(const std::string& verb, const std::string& name);

}  // namespace assay::verbs
