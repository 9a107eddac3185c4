// Records in the format of ReaSCAN's authors, checked against what their commands mean.
#pragma once

#include <memory>

#include "assay/core/published_check.h"

namespace assay::reascan {

// Aspects: referent (the structure means the first placed thing and no other), text (command with
// its determiners, from structure, verb and adverb), vectors, actions, situation, fields (keys and
// what they repeat), distractors (distractor_metadata_audit.h).
std::unique_ptr<PublishedChecker> make_published_checker();

}  // namespace assay::reascan
