// Columns as they stand in JSON.
#pragma once

#include <simdjson.h>

#include "assay/core/example.h"

namespace assay {

// `value` holds the type that the field has; its memory is reused. Throws Error(kInput) naming the
// field when the JSON is of another type.
void read_field(simdjson::dom::element json, const Field& field, Value& value);

// All columns of a row; other keys are passed over. Overwrites the fields of `out`. Throws
// Error(kInput) naming a column that is missing or of another type.
void read_columns(simdjson::dom::object object, const Schema& schema, Example& out);

}  // namespace assay
