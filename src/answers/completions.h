// Answers of chat and completion interfaces.
#pragma once

#include <simdjson.h>

#include "assay/answers/prediction.h"

namespace assay {

// Adds the samples of a body: {"choices": [...]}, a message {"content"} by itself, or
// {"output": [...]} with items of type "message". False when it has none of these.
bool add_completions(simdjson::dom::element body, Prediction& out);

}  // namespace assay
