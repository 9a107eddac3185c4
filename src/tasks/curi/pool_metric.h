// Mean average precision of a model's scores for the pool of scenes, as the paper measures it.
#pragma once

#include <functional>
#include <memory>

#include "assay/core/metric.h"
#include "assay/tasks/curi/settings.h"

namespace assay::curi {

MetricSpec pool_metric(std::function<const ConceptSpace&()> space);

}  // namespace assay::curi
