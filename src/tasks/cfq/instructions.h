// CFQ explained to whoever is to answer it. Its tables are those of the independent compiler, which
// knows no word of a user's rule files.
#pragma once

#include "assay/core/abilities.h"

namespace assay::cfq {

Instructions cfq_instructions();

}  // namespace assay::cfq
