// The flags that say which rows a command looks at.
#pragma once

#include "arguments.h"
#include "assay/verbs/rows.h"

namespace assay {

// TASK|DIR, -n, --row, --id, --seed, --set, --split, --part and --cache.
void declare_row_choice(Arguments& arguments, verbs::RowChoice& choice);

}  // namespace assay
