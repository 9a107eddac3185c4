// Records in the format of gSCAN's authors, checked against what their commands mean.
#pragma once

#include <memory>

#include "assay/core/published_check.h"

namespace assay::gscan {

// Aspects: referent (the one thing of its kind, or the smallest or largest of them, is the target),
// text (command, meaning and derivation), vectors, actions, situation, fields (keys and what they
// repeat of the command).
std::unique_ptr<PublishedChecker> make_published_checker();

}  // namespace assay::gscan
