// The books of a world's distractors as a column of numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

// Overwrites `out`. Of each kind, how many, then each: relation sets as dropped clause (-1: the
// only one) and placed; attribute sets as dummy, object, token and placed; isomorphism sets as two
// objects, colours and placed; random things as number and size word.
void write_books(const Books& books, std::vector<std::int64_t>& out);

// False when the numbers are no books of such a command.
bool read_books(const std::vector<std::int64_t>& numbers, const Structure& structure, Books& out);

}  // namespace assay::reascan
