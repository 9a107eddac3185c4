// Files of CFQ for others: the published dataset.json, questions, queries and tokens as the
// authors' preprocessing writes them.
#pragma once

#include <functional>
#include <vector>

#include "assay/core/format.h"
#include "assay/tasks/cfq/knowledge_base.h"
#include "assay/tasks/cfq/language/language.h"
#include "assay/tasks/cfq/settings.h"

namespace assay::cfq {

// Of patterns.
std::vector<Format> pattern_formats();

// Of questions with names. The knowledge base is asked for only when a file is written.
// `lists_names`: it is embedded, so that all its names can be listed.
std::vector<Format> grounded_formats(Target target, const Language& language, bool lists_names,
                                     const std::function<const KnowledgeBase&()>& knowledge);

}  // namespace assay::cfq
