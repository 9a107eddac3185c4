// A column's value as it stands in JSON.
#pragma once

#include <simdjson.h>

#include "assay/core/example.h"

namespace assay {

// `value` holds the type that the field has; its memory is reused. Throws Error(kInput) naming the
// field when the JSON is of another type.
void read_field(simdjson::dom::element json, const Field& field, Value& value);

}  // namespace assay
