// What the compositional sets hold out (Wu et al. 2021, section 6), told from commands alone.
#pragma once

#include <cstdint>
#include <string_view>

#include "assay/tasks/reascan/worlds/structures.h"

namespace assay::reascan {

// A1 yellow squares, A2 red squares, A3 small cylinders, B1 things never mentioned together, B2
// same size and inside of, C1 three clauses, C2 a clause about what another clause speaks of.
enum class HeldOut : std::uint8_t { kA1, kA2, kA3, kB1, kB2, kC1, kC2 };
inline constexpr std::size_t kHeldOuts = 7;
std::string_view name_of(HeldOut set);     // "A1"
std::string_view summary_of(HeldOut set);  // one line

bool says(const Phrase& phrase, HeldOut set);  // A1, A2, A3
// A1, A2, A3: some phrase says so; B2: both relations.
bool says(const Structure& structure, HeldOut set);
// Any of A1, A2, A3, B2.
bool says_held_out(const Structure& structure);

// One in sixty-four pairs of phrases, fixed for good, is kept for B1 of the sound edition.
bool is_novel_pair(const Phrase& one, const Phrase& other);
bool has_novel_pair(const Structure& structure);

}  // namespace assay::reascan
