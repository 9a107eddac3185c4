// What is counted of learners of worlds beside exact match.
#pragma once

#include "assay/learners/decoding/search.h"
#include "assay/learners/training/run_report.h"

namespace assay::learners {

// Actions that the published GCN-LSTM was scored on; what comes behind them was not looked at.
inline constexpr std::size_t kPublishedCut = 30;

// Sets exact_30 and, where the model has a head for it, cells. Without worlds nothing.
void count_grounded(PartResult& result, Model& model, const Examples& examples,
                    const std::vector<Tokens>& predictions, const Control& control);

}  // namespace assay::learners
