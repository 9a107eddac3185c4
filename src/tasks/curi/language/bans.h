// Sentences that say nothing of their own, which the authors threw away before looking at scenes
// (appendix B.2), and the quantifier that a sentence does not need.
#pragma once

#include <cstdint>
#include <string_view>

#include "assay/tasks/curi/language/concept.h"

namespace assay::curi {

// The paper bans S f x f; the published concepts show that non-x-S f x f was banned too.
enum class Bans : std::uint8_t { kPublished, kPaper };

// In the order in which they are looked for: a concept falls under the first that applies.
enum class Ban : std::uint8_t {
  kNone,
  kForAllOthers,    // for all x something of the things other than x
  kSelfComparison,  // a property of x with itself: x f x f = or >
  kOwnProperty,     // a property of a set with that of x: S f x f, whether all or any
};

std::string_view name_of(Ban ban);

Ban ban_of(const Concept& words, Bans bans);

// Whether the truth of the body can depend on x. Where not, both quantifiers mean the same.
bool speaks_of_x(const Concept& words);

// Without the quantifier where the sentence does not speak of x, else as it is.
Concept without_quantifier(const Concept& words);

}  // namespace assay::curi
