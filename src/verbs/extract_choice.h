// How files of predictions are read and answers taken out of texts, as a caller names it.
#pragma once

#include <optional>
#include <string>

#include "assay/answers/extract.h"
#include "assay/answers/prediction_forms.h"

namespace assay::verbs {

// Throws Error(kUsage) that names the verb and the nearest rules.
ExtractRule extract_choice(const std::string& verb, const std::string& name);

// The same of forms; without a name there is none: as the file looks.
std::optional<PredictionForm> form_choice(const std::string& verb, const std::string& name);

}  // namespace assay::verbs
