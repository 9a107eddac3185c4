// Splits by divergence, and the report that goes with every split.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "assay/pipeline/divergence_pool.h"
#include "assay/split/divergence_search.h"
#include "assay/store/split_file.h"

namespace assay {

// Deals examples by the search; a group is one example, and sizes count examples. What a long
// search has found is kept in .assay/ of `folder` until it is done. Throws Error(kUsage) for sizes
// or targets that the pool cannot give, saying what is possible.
SplitFile make_mcd_split(const DivergencePool& pool, const SplitSpec& spec, Key key,
                         const Folder& folder, const Control& control);

// The paper's sizes where none are given.
SplitSpec with_mcd_defaults(SplitSpec spec);

nlohmann::ordered_json to_json(const SplitReport& report);

// What is said of a split by divergence; pairs above the bound of its claim are marked. Format 1
// did not mark them.
nlohmann::ordered_json report_with_bound(const SplitFile& file, const DivergencePool& pool);

// What a file of a search by divergence claims beside its method; empty when it holds.
std::string check_mcd_claim(const SplitFile& file, const DivergencePool& pool);

}  // namespace assay
