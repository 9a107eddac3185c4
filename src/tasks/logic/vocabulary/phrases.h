// How atoms are said in English (appendix C.2): the words that stand for the symbols of an example.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::logic {

enum class PhraseKind : std::uint8_t { kImpersonal, kIs, kDoes };

// What a proposition or predicate says.
struct Phrase {
  PhraseKind kind = PhraseKind::kImpersonal;
  std::uint8_t words = 0;    // place in the list of its kind
  std::uint8_t subject = 0;  // of a proposition that is not impersonal
};

// The words of one example.
struct Phrases {
  std::vector<Phrase> propositions;
  std::vector<Phrase> predicates;
  std::vector<std::uint8_t> constants;  // names
};

}  // namespace assay::logic
