// What is printed of a problem but its names, as a hash: two problems of one shape whose symbols
// get the same names are one to the published generator, which compares prints.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "assay/tasks/logic/published/problems.h"

namespace assay::logic::published {

// 128 bits: among less than a million things no two differ and have the same fingerprint.
using Fingerprint = std::pair<std::uint64_t, std::uint64_t>;

Fingerprint fingerprint(std::string_view bytes, Fingerprint start = {1, 2});
Fingerprint fingerprint(std::span<const std::uint32_t> words, Fingerprint start = {1, 2});

// Whether variables are told apart: in the canonical naming all are x.
enum class Variables : bool { kApart, kMerged };

// The order of the premises is left out of it; every text shows that.
Fingerprint shape_of(const Workshop& workshop, const Problem& problem, Variables variables);

}  // namespace assay::logic::published
