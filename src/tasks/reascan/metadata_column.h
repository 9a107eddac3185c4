// The metadata of a world's distractors as a column of numbers: "books".
#pragma once

#include <cstdint>
#include <vector>

#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

// Overwrites `out`. Of each kind, how many, then each: relation sets as dropped clause (-1: the
// only one) and placed; attribute sets as dummy, object, token and placed; isomorphism sets as two
// objects, colours and placed; random things as number and size word.
void write_metadata(const DistractorMetadata& metadata, std::vector<std::int64_t>& out);

// False when the numbers are no metadata of such a command.
bool read_metadata(const std::vector<std::int64_t>& numbers, const Structure& structure,
                   DistractorMetadata& out);

}  // namespace assay::reascan
