// The holdout behind a claim.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/core/split_spec.h"
#include "assay/core/task.h"

namespace assay {

// The task's holdout that a claim names; nullopt for other methods.
std::optional<Holdout> holdout_of(const Task& task, const SplitSpec& claim);

// How many held-out rows a claim moves into training.
std::uint64_t shots_of(const SplitSpec& claim);

}  // namespace assay
