// Verdicts as JSON lines, for people and programs that want to see every one of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/pipeline/judge_rows.h"

namespace assay {

// Appends one line for a sample: id (null: none), sample (its number), status, score (null: nothing
// to judge), why, marks (by name), extracted (what was judged; null: nothing), mark (what it was
// found by), reasoning (some was dropped), state (said, cut_off, silent or failed).
void append_verdict_line(std::string& out, std::optional<std::string_view> id,
                         const JudgedSample& sample, std::size_t number);

// The same for all samples of a row.
void append_verdict_lines(std::string& out, const JudgedRow& row);

}  // namespace assay
