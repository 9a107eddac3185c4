// Answers judged in batches, without a data set and without a file.
#pragma once

#include <assay.h>

#include <span>
#include <string>

#include "assay/answers/extract.h"
#include "assay/capi/row_source.h"

namespace assay::capi {

// Fills `verdicts`, one for each answer, on the threads of the control, and appends a line for each
// to `details` where that is wanted. Throws Error that names the answer for a row that cannot be
// judged.
void judge_batch(const RowSource& source, std::span<const assay_answer> answers, ExtractRule rule,
                 const Control& control, std::span<assay_verdict> verdicts, std::string* details);

}  // namespace assay::capi
