// The pool of compounds of a file of JSON lines that carry `rules`, or `atoms` and `compounds`.
#pragma once

#include <string>

#include "assay/base/progress.h"
#include "assay/core/params.h"
#include "assay/measure/divergence_pool.h"

namespace assay {

// Rows of others: {"rules": [...]} in our list form, or {"atoms": [...], "compounds": [...]}, both
// lists of texts; an atom or compound counts once a row. Optional: "input", "target", "group".
// Equal rows are one example: those with the same input and target, or else the same rules or
// lists. `path` is for messages.
DivergencePool read_foreign_pool(const std::string& path, const std::string& text,
                                 const ParamTable& define, const Control& control);

}  // namespace assay
