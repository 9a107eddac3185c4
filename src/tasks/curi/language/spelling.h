// Concepts as text: the stored form, the paper's readable form, and English.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/tasks/curi/language/concept.h"

namespace assay::curi {

// One token; "lambda S." is one with a blank in it.
std::string_view word_of(Token token, Spelling spelling);

// The stored form: tokens with single blanks between them.
//   non-x-S color? cyan for-all= x color? gray = and lambda S. exists=
std::string postfix_text(const Concept& words, Spelling spelling);

// Accepts exactly what postfix_text makes of the sentences of the grammar, at any depth, that have
// at most kMostTokens tokens. Two constants are never compared. The quantifier may be missing only
// where nothing speaks of x. A digit is a place or a number by what it is compared with.
std::optional<Concept> parse_postfix(std::string_view text, Spelling spelling);

// As in the paper's figures 6 to 11: no blank but after commas and the quantifier. Sets are tested
// with "all" and "any" in both spellings.
//   exists x in S and(all(color?(S_{-x}), cyan), =(rubber, material?(x)))
std::string prefix_text(const Concept& words, Spelling spelling);

// What the concept says, in words: "it" and "X" are the thing x, and "other" means other than it.
// Sentences that differ in meaning have different words.
//   some thing is red, and all other things are cubes
std::string english_gloss(const Concept& words);

// The paper's count of the tokens of the stored form: "lambda S." counts as two.
std::uint32_t length_of(const Concept& words);

}  // namespace assay::curi
