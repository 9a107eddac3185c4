// Judging an answer to a request, with the finer measures of appendix N of the paper.
#pragma once

#include <string_view>

#include "assay/core/verdict.h"
#include "assay/tasks/cscan/theory/text.h"

namespace assay::cscan {

// Right when reply and qualifier are. Marks: `reply` and `qualifier` alone; of the replies as
// words `pattern` (the same up to renaming), `naive` (the same set), `token` (share of places that
// agree), `edit_distance` with `substitutions`, `insertions`, `deletions` that turn it into the
// target.
Verdict judge(std::string_view target, std::string_view answer, const Reader& reader);

}  // namespace assay::cscan
