// Whether a manifest is as it was written, and fits its task.
#pragma once

#include <string>

#include "assay/base/files.h"

namespace assay {

class Task;

// Both give what is wrong with the folder's manifest, with its path in front; empty when nothing
// is. They throw Error(kInput) when it cannot be read at all.

// Whether it was changed after it was written, by its own hash. Needs no task: what a damaged
// manifest says of its task is not to be believed.
std::string manifest_damage(const Folder& folder);

// That, and whether what it says can be derived from the task: the stamp and hash of the recipe,
// the columns; and whether assay may have made it.
std::string manifest_defect(const Folder& folder, const Task& task);

}  // namespace assay
