// Splits meet rows: a method deals them, and what it claims is written down.
#pragma once

#include <string>

#include "assay/core/split_spec.h"
#include "assay/pipeline/foreign_session.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/pipeline/split_session.h"
#include "assay/store/split_file.h"

namespace assay {

// What a split that is made by this spec claims: every parameter spelled out, so that it does not
// change when a default does. Throws Error(kUsage) as make_split does.
SplitSpec claim_of(const SplitSpec& spec, const Task& task);

// Throws Error(kUsage) for unknown methods, holdouts and parameters, with the nearest names. Rows
// of equal canonical form are dealt as one, but for a published holdout that may share them.
SplitFile make_split(SplitSession& rows, const SplitSpec& spec);

// The same for a file of JSON lines, by the methods that need no task.
SplitFile make_split(ForeignSession& rows, const SplitSpec& spec);

}  // namespace assay
