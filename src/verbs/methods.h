// methods: how data can be split, and what each way takes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "assay/core/split_spec.h"

namespace assay::verbs {

// In the order of the list of methods.
std::vector<SplitForm> methods();

nlohmann::ordered_json to_json(const std::vector<SplitForm>& forms);

}  // namespace assay::verbs
