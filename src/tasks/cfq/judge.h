// Judges queries by what they mean, and tells in which ways wrong ones differ.
#pragma once

#include <string_view>

#include "assay/core/example.h"
#include "assay/core/verdict.h"

namespace assay::cfq {

// Throws Error(kInput) when the row's own target is no query.
Verdict judge(const Example& row, std::string_view answer);

}  // namespace assay::cfq
