// Consistency as a metric of a set of answers.
#pragma once

#include "assay/core/metric.h"
#include "assay/tasks/cscan/theory/text.h"

namespace assay::cscan {

// Phrases and reader must outlive what it makes.
MetricSpec consistency_metric(const PhraseTable& phrases, const Reader& reader);

}  // namespace assay::cscan
