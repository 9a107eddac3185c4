// Judges queries by what they mean, and tells in which ways wrong ones differ; judges answers in
// words by what they name.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "assay/core/example.h"
#include "assay/core/verdict.h"
#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

// Whether a query has the row's answers in the knowledge base; nothing where it takes too long.
using Executes = std::function<std::optional<bool>(const Query& query)>;

// Throws Error(kInput) when the row's own target is no query. With a knowledge base, the sub-score
// `execution` says whether the answer gives the right result, whatever it means.
Verdict judge(const Example& row, std::string_view answer, const Executes& executes = {});

// Whether something has that name.
using IsName = std::function<bool(std::string_view)>;

// Yes or No, or the same names in any order, with ";" between them. What has other words in it
// cannot be read.
Verdict judge_words(const Example& row, std::string_view answer, const IsName& is_name);

}  // namespace assay::cfq
