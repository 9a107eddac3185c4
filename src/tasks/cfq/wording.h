// Questions with names from question patterns, and back.
//
//   Did M0 's sequel star a actor , M1 , and M2
//   Did The Silent Harbor's sequel star an actor, Mei Wang, and James Davis
//
// Patterns keep their words apart and know no "an", as in the published data. A question with names
// is cut with the help of the knowledge base: whatever is no word of the language must be a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/kb/knowledge.h"
#include "assay/tasks/cfq/language/language.h"

namespace assay::cfq {

// How entities stand in a question: `Harris' film`, `[Harris]'s film`, `m.01's film`.
enum class NameStyle : std::uint8_t { kPlain, kBrackets };

// The pattern with a text for each placeholder, M0 first.
std::string question_text(std::string_view pattern, std::span<const std::string> names,
                          NameStyle style);

// One way of reading a question as words and names.
struct NamedQuestion {
  std::string pattern;                // entities are M0, M1 ... in the order of the text
  std::vector<std::string> entities;  // their keys

  friend bool operator==(const NamedQuestion&, const NamedQuestion&) = default;
};

// All of them, longer names first, but at most `most`. Names may stand in brackets, ids (m.01) for
// names; a question mark at the end is passed over. Throws Error(kInput) where there is none.
std::vector<NamedQuestion> cut_question(std::string_view question, const Knowledge& knowledge,
                                        const Language& language, std::size_t most);

// Is the question of this pattern with these entities cut in no other way?
bool is_clear(const NamedQuestion& question, const Knowledge& knowledge, const Language& language);

}  // namespace assay::cfq
