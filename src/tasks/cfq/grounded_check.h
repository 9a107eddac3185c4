// The independent check of questions with names: is the row borne out by its own texts and by the
// knowledge base?
//
// The second compiler reads the pattern, the evaluator answers the query by single steps through
// the facts, and names are looked up one by one. Nothing that makes or solves rows is used. Of an
// endpoint, whose facts are not at hand, the store itself answers the recorded query.
#pragma once

#include <string>

#include "assay/core/example.h"
#include "assay/tasks/cfq/knowledge_base.h"
#include "assay/tasks/cfq/settings.h"

namespace assay::cfq {

// What of a row is not so; empty when nothing. `stored` is the knowledge base where it is embedded,
// else null. With words of a user's rules the compiler is not asked.
std::string grounded_defect(const Example& row, Target target, const Knowledge& knowledge,
                            const KnowledgeBase* stored, bool asks_compiler);

}  // namespace assay::cfq
