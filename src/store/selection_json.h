// How rows were selected, as JSON: in manifests.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "assay/core/selection_record.h"

namespace assay {

nlohmann::ordered_json to_json(const SelectionRecord& selection);
// Throws Error(kInput) for what a file of others may hold.
SelectionRecord selection_from_json(const nlohmann::ordered_json& json);

}  // namespace assay
