// What a split claims and what was measured of it, as JSON: in split files, manifests and --json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "assay/core/compound_definition.h"
#include "assay/core/split_report.h"
#include "assay/core/split_spec.h"

namespace assay {

// The method, then its values; without the name of the split.
nlohmann::ordered_json to_json(const SplitSpec& spec);
// With the name, where there is one. Throws Error(kInput) for a value of no known kind.
SplitSpec split_spec_from_json(const nlohmann::ordered_json& json);

// Shape, least nodes and weights only where they are not the usual ones.
nlohmann::ordered_json to_json(const CompoundDefinition& definition);
// Throws Error(kInput) for what a file of others may hold.
CompoundDefinition definition_from_json(const nlohmann::ordered_json& json);

nlohmann::ordered_json to_json(const SplitReport& report);
SplitReport report_from_json(const nlohmann::ordered_json& json);  // throws Error(kInput)

// Files have {} where a split is not one by divergence.
nlohmann::ordered_json to_json(const std::optional<CompoundDefinition>& definition);
nlohmann::ordered_json to_json(const std::optional<SplitReport>& report);
std::optional<CompoundDefinition> definition_or_none(const nlohmann::ordered_json& json);
std::optional<SplitReport> report_or_none(const nlohmann::ordered_json& json);

}  // namespace assay
