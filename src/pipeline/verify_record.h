// What a manifest records of its rows, counted again.
#pragma once

#include "assay/pipeline/verify.h"
#include "assay/pipeline/verify_rows.h"
#include "assay/store/data_set.h"

namespace assay {

// The first part or file that the recipe does not give: names, order, the stretches of the plan
// that files cover, and the addresses that are empty. Empty when all are as it gives them.
std::string layout_defect(const Manifest& manifest, const Task& task);

// Lengths of the parts, units, the content hash, and that no address stands in two rows. Sorts the
// addresses: a copy would cost as much as all other findings.
Check check_record(const DataSet& data, RowFindings& findings);

}  // namespace assay
