// Everything that reports, by name: a request as JSON in, the public document of the verb out.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "assay/capi/request.h"
#include "assay/core/workplace.h"

namespace assay::capi {

struct VerbEntry {
  std::string_view name;
  nlohmann::ordered_json (*run)(Request& request, const Workplace& workplace);
};

// Of the catalog, of rows, of data sets, and of answers.
std::span<const VerbEntry> task_verbs();
std::span<const VerbEntry> data_verbs();
std::span<const VerbEntry> answer_verbs();

// Throws Error(kUsage) with the nearest names for a verb that is not there.
std::string run_verb(std::string_view verb, std::string_view request, const Workplace& workplace);

}  // namespace assay::capi
