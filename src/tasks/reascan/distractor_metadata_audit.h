// What a record of ReaSCAN says about its distractors, against the things that are placed.
//
// Things stand in the order they were placed: those that the command mentions, relation sets, the
// attribute set with what makes small and big mean something, the isomorphism set, random things.
// How many there are of each kind, what they look like and how they are related follows from the
// command and from what the record says was changed. Sizes are compared only where the command
// fixes them: the release drew others at other times.
#pragma once

#include "assay/core/published_check.h"
#include "assay/grounded/published_record.h"
#include "assay/tasks/reascan/published_command.h"
#include "assay/world/world.h"

namespace assay::reascan {

// Absent when a set is said to be placed only partly: then nobody can tell whose the things behind
// it are. Throws Error(kInput) for what cannot be read.
AspectFinding check_distractors(const grounded::PublishedObject& record,
                                const PublishedCommand& command, const world::World& world);

}  // namespace assay::reascan
