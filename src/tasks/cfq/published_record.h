// A row with names as a record of the published dataset.json: its twelve keys in their order.
#pragma once

#include <string>

#include "assay/core/example.h"
#include "assay/core/rule_graph.h"
#include "assay/tasks/cfq/settings.h"

namespace assay::cfq {

// On one line, without its end. `rules` are those of the row, with their names.
void append_record(const Example& row, Target target, const RuleGraph& rules,
                   const RuleTable& names, std::string& out);

// The deepest nesting of lists of noun phrases or roles; `npAndNestingDepth`, as far as one
// published value tells.
std::size_t list_nesting(const RuleGraph& rules, const RuleTable& names);

}  // namespace assay::cfq
