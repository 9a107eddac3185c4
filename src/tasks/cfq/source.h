// Rows of CFQ by address: endless question patterns; items are fillings with entities, or one.
#pragma once

#include <memory>

#include "assay/core/task.h"
#include "assay/tasks/cfq/grounded_questions.h"
#include "assay/tasks/cfq/language/patterns.h"
#include "assay/tasks/cfq/settings.h"

namespace assay::cfq {

// Without grounded questions, rows are patterns. All that is given must outlive the source.
std::unique_ptr<Source> open_cfq(const Language& language, const Settings& settings,
                                 const GroundedQuestions* grounded, std::uint64_t seed);

}  // namespace assay::cfq
